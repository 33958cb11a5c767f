import { afterAll, expect, test, vi } from 'vitest';
import { Problem } from '#domain/problem.ts';
import { closeTextThread, prepareText, readText } from './stored-text.ts';

const FIELD = { kind: 'text', name: 'description', label: 'the description' } as const;
/** Long enough for the thread, and each text different. */
const text = (place: number): string => `<p>${place}</p>${'<b>x</b> '.repeat(1_000)}`;

afterAll(closeTextThread);

const by = (id: string) => ({ actor: { id } });

/** Results, in the order in which they arrived. */
const ends: string[] = [];
const note = (name: string, cleaned: Promise<unknown>): Promise<void> =>
  cleaned.then(
    () => void ends.push(name),
    (error) => void ends.push(`${name} ${error instanceof Problem ? error.code : error}`),
  );

test('one person has at most one text in the thread and two waiting; texts of others go before those', async () => {
  const flood = Array.from({ length: 100 }, (_, place) =>
    note('flood', prepareText(by('a'), FIELD, text(place))),
  );
  const otherTexts = Array.from({ length: 20 }, (_, place) =>
    note(`other ${place}`, prepareText(by(`b${place}`), FIELD, text(place))),
  );
  await Promise.all([...flood, ...otherTexts]);
  expect(ends.filter((end) => end === 'flood overloaded')).toHaveLength(97);
  expect(ends.slice(97)).toEqual([
    'flood',
    ...Array.from({ length: 20 }, (_, place) => `other ${place}`),
    'flood',
    'flood',
  ]);
});

test('readers count as different people', async () => {
  const read = Array.from({ length: 20 }, () => readText('text', text(-1), ''));
  expect(new Set(await Promise.all(read)).size).toBe(1);
});

test('a text that takes too long is refused, and the next one is cleaned in another thread', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const late = prepareText(by('a'), FIELD, text(2));
    const next = prepareText(by('b'), FIELD, text(3));
    const refused = expect(late).rejects.toMatchObject({ code: 'overloaded', retryAfter: 5 });
    vi.advanceTimersByTime(10_000);
    await refused;
    expect((await next).plain).toMatch(/^3/);
  } finally {
    vi.useRealTimers();
  }
});

test('a closed thread fails all waiting texts, and the next text starts another', async () => {
  const waiting = Promise.allSettled(
    ['a', 'b', 'c'].map((owner) => prepareText(by(owner), FIELD, text(0))),
  );
  await closeTextThread();
  for (const cleaned of await waiting)
    expect(cleaned).toMatchObject({ reason: { message: expect.stringContaining('was closed') } });
  expect((await prepareText(by('a'), FIELD, text(1))).plain).toMatch(/^1/);
});
