/**
 * What a form says of its documents ahead of them, and the moment that its deadline is compared
 * with (docs/decisions/0022).
 */
import { createHash } from 'node:crypto';
import { Problem } from '#domain/problem.ts';
import { DOCUMENT_KINDS, DOCUMENT_LABELS } from '#domain/proposals/rules.ts';
import { UPLOAD_RULES } from '#domain/chunked-forms/messages.ts';
import { announcedDocuments, type AnnouncedDocuments } from '#domain/chunked-forms/schema.ts';
import { arrival } from '../http/arrival.ts';
import type { UserContext } from '../context.ts';
import type { InspectedDocument } from './documents-service.ts';

export const MINUTE_MS = 60_000;

/** A form that has come as a whole: what it announced, and when its last byte was here. */
export type Complete = { announced: AnnouncedDocuments | undefined; completedAt: Date };

type Call<R> = (context: UserContext, form: Complete) => Promise<R>;

/**
 * The field `documents` of a form; undefined without one. What is no announcement is a field that
 * is not known: a client may send back the `documents` of an answer.
 */
export function readAnnounced(fields: unknown): AnnouncedDocuments | undefined {
  const text = (fields as Record<string, string> | undefined)?.['documents'];
  if (!text) return undefined;
  return announcedDocuments.safeParse(parseJson(text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells whether what was received first is what came in the end. */
export const freeze = (answers: unknown, announced: AnnouncedDocuments | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([answers, announced]))
    .digest('hex');

/**
 * Makes a call once its whole form is here. It counts from when it was begun, or, for a form in
 * chunks, from when its answers and digests were here; from its last byte where that came later
 * than the grace allows, or where the answers have changed on the way.
 */
export async function whenComplete<R>(
  context: UserContext,
  answers: unknown,
  announced: AnnouncedDocuments | undefined,
  call: Call<R>,
): Promise<R> {
  const chunks = arrival.getStore();
  const completedAt = chunks?.completedAt ?? context.clock();
  const isAsReceived = !chunks || chunks.frozen === freeze(answers, announced);
  const receivedAt = isAsReceived ? context.receivedAt : completedAt;
  const minutes = context.config.uploadGraceMinutes;
  const hasLapsed = completedAt.getTime() - receivedAt.getTime() > minutes * MINUTE_MS;
  try {
    return await call(
      { ...context, receivedAt: hasLapsed ? completedAt : receivedAt },
      { announced, completedAt },
    );
  } catch (error) {
    const isTooLate = hasLapsed && error instanceof Problem && error.code === 'deadline_passed';
    throw isTooLate
      ? new Problem('deadline_passed', UPLOAD_RULES.lapsed(minutes), { cause: error })
      : error;
  }
}

/** Refuses 409 documents that are not those that were announced. */
export function requireAnnounced(
  announced: AnnouncedDocuments | undefined,
  inspected: InspectedDocument[],
): void {
  if (!announced) return;
  for (const kind of DOCUMENT_KINDS) {
    const came = inspected.find((document) => document.kind === kind);
    const isSame =
      came?.staged.size === announced[kind]?.size &&
      came?.inspection.sha256 === announced[kind]?.sha256;
    if (!isSame) throw new Problem('documents_differ', UPLOAD_RULES.differs(DOCUMENT_LABELS[kind]));
  }
}
