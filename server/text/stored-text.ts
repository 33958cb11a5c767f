/**
 * Rich text is cleaned when it is written and stored with a mark; what carries another mark is
 * cleaned again when it is read.
 */
import { hash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { bytesOfText, createBoundedCache } from '../cache/bounded-cache.ts';
import { cleanText, type CleanText, type TextKind } from './clean-text.ts';
import { cleanInThread } from './rich-text-thread.ts';
import { refuseExcess } from './markup.ts';
import { toPlainText } from './rich-text.ts';
import { requireStorable } from './stored-rich-text.ts';

/**
 * Raise it with every change of what is allowed in server/text/rich-text.ts or
 * server/text/post-body.ts: then all stored texts are cleaned anew.
 */
const RULES_VERSION = 1;
const { version } = createRequire(import.meta.url)('sanitize-html/package.json') as {
  version: string;
};

/**
 * Who has cleaned the text by which rules, and its digest: a text that was changed in the database
 * by hand has none that fits.
 */
export const markOf = (kind: TextKind, html: string): string =>
  `${kind}-${RULES_VERSION}-${version}:${digestOf(html)}`;

const digestOf = (html: string): string => hash('sha256', html, 'base64url');

/**
 * A shorter text is cleaned in less than five milliseconds, which is less than the way to the
 * thread is worth.
 */
const SHORT_CHARS = 4_000;

/** What is stored of a text: HTML with its mark. `plain` are its words alone. */
export type StoredText = CleanText & { mark: string };

const clean = async (kind: TextKind, html: string, owner: string): Promise<CleanText> =>
  html.length <= SHORT_CHARS ? cleanText(kind, html) : cleanInThread(kind, html, owner);

/** A field of the API that takes rich text. `label` as in "the description". */
type RichTextField = { kind: TextKind; name: string; label: string };

/**
 * What is stored of a text that the actor has sent. Refuses 422 one that is too long
 * then, and 503 while too many wait, or too many of theirs. Not for use inside a transaction, which
 * waits for nothing else.
 */
export async function prepareText(
  { actor }: { actor: Pick<Context['actor'], 'id'> },
  { kind, name, label }: RichTextField,
  sent: string,
): Promise<StoredText> {
  refuseExcess(sent, name, label);
  const text = await clean(kind, sent, actor.id ?? randomUUID());
  const html = requireStorable(text.html, name, label);
  return { ...text, html, mark: markOf(kind, html) };
}

/**
 * A stored text to be stored elsewhere: with its words, and cleaned again where its mark is
 * another.
 */
export async function restoreText(
  owner: { actor: Pick<Context['actor'], 'id'> },
  field: RichTextField,
  html: string,
  mark: string,
): Promise<StoredText> {
  if (html.length > SHORT_CHARS || mark !== markOf(field.kind, html))
    return prepareText(owner, field, html);
  return { html, mark, plain: toPlainText(html) };
}

/** The same for texts that come with the product. */
export function prepareOwnText(kind: TextKind, html: string): StoredText {
  const text = cleanText(kind, html);
  return { ...text, mark: markOf(kind, text.html) };
}

/** By kind and digest; null for a text that came out as it went in. */
const recleaned = createBoundedCache<string | null>((html) => bytesOfText(html ?? ''));

/** A stored text as it may be shown. */
export async function readText(kind: TextKind, html: string, mark: string): Promise<string> {
  if (mark === markOf(kind, html)) return html;
  const key = `${kind}:${digestOf(html)}`;
  const known = recleaned.get(key);
  if (known !== undefined) return known ?? html;
  // A list of a thousand of them lets everybody else in between.
  await breathe();
  // Nobody's fault, and everybody's to read: each reader is somebody else.
  const { html: cleaned } = await clean(kind, html, randomUUID());
  recleaned.set(key, cleaned === html ? null : cleaned);
  return cleaned;
}

/**
 * Stored texts of a list, one after the other: a list has no more of the thread than any other
 * reader.
 */
export async function readTexts<R, P>(rows: R[], present: (row: R) => Promise<P>): Promise<P[]> {
  const presented: P[] = [];
  for (const row of rows) presented.push(await present(row));
  return presented;
}
