import { setTimeout as pause } from 'node:timers/promises';

type Answer = { status: number; headers: Headers; text: string };

/**
 * Asks as the contract wants it: whoever is refused with 503 waits for `Retry-After` and asks
 * again. On a machine too slow for the tests that run on it, the product is overloaded.
 */
export async function askPatiently(ask: () => Promise<Response>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    const text = await answer.text();
    const [{ status, headers }, seconds] = [answer, answer.headers.get('retry-after')];
    if (status !== 503 || !seconds) return { status, headers, text };
    await pause(Number(seconds) * 1000);
  }
}
