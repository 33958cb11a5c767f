/** Requests whose body is held back after the head. */
import { request as ask } from 'node:http';
import type { Person } from './app.ts';

type Call = { method: string; path: string; contentType: string; body: Uint8Array };

/**
 * Sends the head and the first bytes of a body, chunked, waits for `meanwhile`, and sends the rest.
 * The server says itself that the head has come (100 Continue).
 */
export async function sendHeldBack(
  { url, token }: Person,
  { method, path, contentType, body }: Call,
  meanwhile: () => unknown,
): Promise<{ status: number; body: any }> {
  const sent = ask(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': contentType,
      'transfer-encoding': 'chunked',
      expect: '100-continue',
    },
  });
  const answer = Promise.withResolvers<{ status: number; body: any }>();
  sent.on('error', answer.reject).on('response', async (response) => {
    const text = Buffer.concat(await response.toArray()).toString();
    answer.resolve({ status: response.statusCode!, body: text && JSON.parse(text) });
  });
  sent.on('continue', async () => {
    sent.write(body.subarray(0, 1));
    await meanwhile();
    sent.end(body.subarray(1));
  });
  sent.flushHeaders();
  return answer.promise;
}

/** The same call as JSON. */
export const asJson = (body: unknown) => ({
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
});
