/**
 * Rich text is cleaned when it is written and stored with a mark; a text with an outdated mark is
 * cleaned again when it is read.
 */
import { hash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { LENGTHS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { tooLong } from '#domain/plain-text.ts';
import { richText } from '#domain/text.ts';
import type { Context } from '../context.ts';
import { bytesOfText, createBoundedCache } from '../cache/bounded-cache.ts';
import { createPool } from '../pool/pool.ts';
import { cleanText, type CleanText, type TextKind } from './rich-text.ts';
import type { TextTask } from './rich-text-worker.ts';
import { refuseExcess } from './markup.ts';
import { htmlWords } from './plain-text.ts';

/**
 * Raise it with every change of the rules in server/text/rich-text.ts or server/text/rich-text.ts:
 * then all stored texts are cleaned again.
 */
const RULES_VERSION = 1;
const { version } = createRequire(import.meta.url)('sanitize-html/package.json') as {
  version: string;
};

/**
 * Names the rules by which the text was cleaned, and its digest: after a manual change in the
 * database, the mark no longer matches.
 */
export const markOf = (kind: TextKind, html: string): string =>
  `${kind}-${RULES_VERSION}-${version}:${digestOf(html)}`;

const digestOf = (html: string): string => hash('sha256', html, 'base64url');

/**
 * A text below this length is cleaned in less than five milliseconds, so that a thread is not
 * worthwhile.
 */
const SHORT_CHARS = 4_000;

export type StoredText = CleanText & { mark: string };

const BUSY = 'Very many texts are being saved right now. Try again in a moment.';

/** One after the other. A text takes a tenth of a second: beyond ten, it hangs or the machine. */
const thread = createPool<TextTask, CleanText>({
  ...{ thread: new URL('./rich-text-worker.ts', import.meta.url), heapMb: 64 },
  ...{ timeLimitMs: 10_000, idleMs: 30_000 },
  ...{ maxWaiting: 64, maxWaitingOfOne: 2 },
  unanswered(ending, error) {
    if (ending === 'late' || ending === 'full')
      throw new Problem('overloaded', BUSY, { retryAfter: 5 });
    throw error ?? new Error('the thread that cleans texts was closed');
  },
});
export const closeTextThread = thread.close;

const clean = async (kind: TextKind, html: string, owner: string): Promise<CleanText> =>
  html.length <= SHORT_CHARS ? cleanText(kind, html) : thread.run({ kind, html }, owner);

/** A field of the API that takes rich text. `label` as in "the description". */
type RichTextField = { kind: TextKind; name: string; label: string };

/**
 * A text as it is to be stored for this actor. Not for use in a transaction, which must not wait
 * for anything else.
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
 * Prepares a stored text for another row: with its plain text, and cleaned again if its mark is
 * outdated.
 */
export async function restoreText(
  owner: { actor: Pick<Context['actor'], 'id'> },
  field: RichTextField,
  html: string,
  mark: string,
): Promise<StoredText> {
  if (html.length > SHORT_CHARS || mark !== markOf(field.kind, html))
    return prepareText(owner, field, html);
  return { html, mark, plain: htmlWords(html) };
}

/** The same for texts that are part of the product. */
export function prepareOwnText(kind: TextKind, html: string): StoredText {
  const text = cleanText(kind, html);
  return { ...text, mark: markOf(kind, text.html) };
}

/** By kind and digest; null for a text that cleaning left unchanged. */
const recleaned = createBoundedCache<string | null>((html) => bytesOfText(html ?? ''));

/** A stored text, safe to be shown. */
export async function readText(kind: TextKind, html: string, mark: string): Promise<string> {
  if (mark === markOf(kind, html)) return html;
  const key = `${kind}:${digestOf(html)}`;
  const known = recleaned.get(key);
  if (known !== undefined) return known ?? html;
  // Lets other requests run between the texts of a long list.
  await yieldToEventLoop();
  // Each reader counts as a different person: none of them wrote the text.
  const { html: cleaned } = await clean(kind, html, randomUUID());
  recleaned.set(key, cleaned === html ? null : cleaned);
  return cleaned;
}

/**
 * The stored texts of a list, one after the other: a list gets no larger share of the thread than
 * any other reader.
 */
export async function readTexts<R, P>(rows: R[], present: (row: R) => Promise<P>): Promise<P[]> {
  const presented: P[] = [];
  for (const row of rows) presented.push(await present(row));
  return presented;
}

/**
 * Limits of rich text apply to what is stored: whatever could be saved once can be saved again
 * (docs/decisions/0020). Takes cleaned HTML; returns it as the schema will read it when it is sent
 * back. Refuses with 422 on `field` if it has become too long for that schema: cleaning writes & as
 * five characters. `label` as in "the description".
 */
function requireStorable(cleaned: string, field: string, label: string): string {
  const stored = z.safeParse(richText(label, LENGTHS.richText), cleaned);
  if (!stored.success)
    throw invalid({
      [field]: `${tooLong(label, LENGTHS.richText)} Signs such as & and < count as four or five.`,
    });
  return stored.data;
}
