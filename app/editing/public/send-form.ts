import { data } from 'react-router';
import { HONEYPOT, IDEMPOTENCY } from '#domain/constants.ts';
import { publicForm } from '#content/contact.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { CallOptions } from '#app/api/transport.ts';
import type { FormProblem } from '#app/ui/form-values.ts';

type Fields = Record<string, string>;
export type FormOutcome =
  | { sent: string; problem?: undefined; values?: undefined }
  | { sent?: undefined; problem: FormProblem; values: Fields };
type Call = {
  send: (fields: Fields, options: CallOptions) => Promise<unknown>;
  sent: string;
  fallback: CallOptions['fallback'];
};

/**
 * A page with such a form exports it as its own `headers`, which include Retry-After after a 429.
 */
export const formHeaders = ({ actionHeaders }: { actionHeaders: Headers }): Headers =>
  actionHeaders;

/** Sends a posted form through the API; returns what the page shows, with the API's status. */
export async function sendForm(request: Request, { send, sent, fallback }: Call) {
  // A body that is not a form has no fields; the API says which are missing.
  const form = await request.formData().catch(() => new FormData());
  const fields = Object.fromEntries(
    [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
  const key = request.headers.get('Idempotency-Key');
  try {
    await send(fields, { fallback, idempotencyKey: key ?? (await keyOf(fields)) });
    return data<FormOutcome>({ sent }, { status: 200 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { [HONEYPOT]: _, ...values } = fields;
    const headers: HeadersInit = error.retryAfter ? { 'Retry-After': error.retryAfter } : {};
    return data<FormOutcome>(
      { problem: toProblem(error, fields), values },
      { status: error.status || 503, headers },
    );
  }
}

/** If several fields are refused, says how many, as the sentences are beside them. */
function toProblem(error: ApiError, posted: Fields): FormProblem {
  const fields = inOrderOf(posted, error.fields);
  const sentences = Object.values(fields);
  const [sole] = sentences;
  const message = sole && sentences.length === 1 ? sole : publicForm.attention(sentences.length);
  return { message: sole ? message : error.message, fields };
}

/** Fields in the order of the form; the summary lists errors in that order. */
function inOrderOf(posted: Fields, refused: Fields): Fields {
  const names = Object.keys(posted);
  return Object.fromEntries(
    Object.entries(refused).toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  );
}

/**
 * Without script, the same content has the same key. The server forgets such a key after ten
 * minutes: then the same words are another message.
 */
async function keyOf(fields: Fields): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return IDEMPOTENCY.plainForm.prefix + hex;
}
