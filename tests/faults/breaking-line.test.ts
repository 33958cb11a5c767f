/**
 * A line of 50 kB/s that breaks for five seconds every five seconds, with two documents of 5 MB:
 * here five times as fast and twelve times as small. `npm run bench -- phone` runs it at full
 * length.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { sendBoth } from '../document-senders.ts';
import { insertProgram } from '../factories.ts';
import { makePdf } from '../pdf-samples.ts';
import { startSlowLine } from '../servers/slow-line.ts';

const LINE = { bytesPerSecond: 250_000, upMs: 1000, downMs: 1000 };

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());

test('both documents arrive by themselves, and no more than twice their bytes are sent', async () => {
  const [person, program] = [await app.signIn(), await insertProgram(app.services)];
  const line = await startSlowLine(Number(new URL(app.url).port), LINE);
  const pdf = await makePdf({ megabytes: 0.4 });
  const states = await sendBoth(
    `http://127.0.0.1:${line.port}`,
    { programId: program.id, token: person.token! },
    pdf,
  );
  expect(states).toEqual([{ phase: 'ready' }, { phase: 'ready' }]);
  expect(line.breaks(), 'it was gone meanwhile').toBeGreaterThan(0);
  expect(line.sentBytes()).toBeGreaterThan(2 * pdf.length);
  expect(line.sentBytes()).toBeLessThan(4 * pdf.length);
  const { documents } = (await person.get(`/drafts/${program.id}`)).body;
  expect([documents.pitch_deck.state, documents.financials.state]).toEqual(['ready', 'ready']);
  line.stop();
});
