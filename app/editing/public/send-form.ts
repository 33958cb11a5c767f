import { data } from 'react-router';
import { HONEYPOT } from '#domain/constants.ts';
import { publicForm } from '#content/contact.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { CallOptions } from '#app/api/transport.ts';
import type { FormProblem } from '#app/ui/form-values.ts';

type Fields = Record<string, string>;
export type FormOutcome =
  | { sent: string; problem?: undefined; values?: undefined }
  | { sent?: undefined; problem: FormProblem; values: Fields };
type Call = {
  send: (fields: Fields, options: CallOptions) => Promise<{ created_at: string }>;
  sent: string;
  fallback: CallOptions['fallback'];
};

/**
 * A page with such a form exports it as its own `headers`, which include Retry-After after a 429.
 */
export const formHeaders = ({ actionHeaders }: { actionHeaders: Headers }): Headers =>
  actionHeaders;

/** During this time, a form posted twice without script counts once. */
const DOUBLE_MILLISECONDS = 10 * 60_000;
/** Number of ten-minute windows in the lifetime of a first answer. */
const MOST_WINDOWS = 145;

/** Sends a posted form through the API; returns what the page shows, with the API's status. */
export async function sendForm(request: Request, { send, sent, fallback }: Call) {
  // A body that is not a form has no fields; the API says which are missing.
  const form = await request.formData().catch(() => new FormData());
  const fields = Object.fromEntries(
    [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
  const key = request.headers.get('Idempotency-Key');
  try {
    if (key) await send(fields, { fallback, idempotencyKey: key });
    else await sendOnce(fields, (idempotencyKey) => send(fields, { fallback, idempotencyKey }));
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
 * The key is derived from the content. If the answer is older than ten minutes, it belongs to an
 * earlier message, and the next key is tried.
 */
async function sendOnce(
  fields: Fields,
  send: (key: string) => Promise<{ created_at: string }>,
): Promise<void> {
  const digest = await hash(JSON.stringify(fields));
  for (let slot = 0; slot < MOST_WINDOWS; slot += 1) {
    const { created_at } = await send(`plain-${digest}-${slot}`);
    if (Date.now() - Date.parse(created_at) < DOUBLE_MILLISECONDS) return;
  }
}

async function hash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
