import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#tests/app.ts';
import { createTestAppIn, WORLDS, type AppInWorld } from '#tests/engines/world.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, storedKeys, submit } from '#tests/proposal-forms.ts';

/** Bytes at the end of a PDF that no reader needs; more than what is held back. */
const PADDING = Buffer.concat([
  Buffer.from('\n%'),
  Buffer.from(randomBytes(300_000).toString('hex')),
  Buffer.from('\n'),
]);

async function largePdf(): Promise<Buffer> {
  const pdf = Buffer.from(await makePdf());
  const end = pdf.lastIndexOf('startxref');
  return Buffer.concat([pdf.subarray(0, end), PADDING, pdf.subarray(end)]);
}

describe.each(WORLDS)('a stored file that was altered, on %s', (world) => {
  let app: AppInWorld;
  let owner: Person;
  let admin: Person;
  const logged: { key?: string }[] = [];
  beforeAll(async () => {
    app = await createTestAppIn(world);
    app.services.log.error = ((fields: { key?: string }) => void logged.push(fields)) as never;
    [owner, admin] = [await app.signIn(), await app.signIn({ role: 'admin' })];
  });
  afterAll(() => app.close());

  async function submitted(pdf: Uint8Array) {
    const { proposal } = await submit(app.services, owner, { pitch_deck: pdf });
    const { key } = await app.services.db.read
      .selectFrom('documents')
      .select('key')
      .where('proposal_id', '=', proposal.id)
      .where('kind', '=', 'pitch_deck')
      .executeTakeFirstOrThrow();
    expect(await storedKeys(app.services)).toContain(key);
    const own = await owner.get(`/proposals/${proposal.id}/documents/pitch_deck`);
    const link = await admin.get(`/proposals/admin/presigned-url/${key}`);
    const paths = [own, link]
      .map(({ body }) => new URL(body.url))
      .map(({ pathname, search }) => app.url + pathname + search);
    return { id: proposal.id as string, key, path: app.fileOf(key), links: paths };
  }

  /** What arrived, or how it failed. */
  const download = async (url: string) => {
    const answer = await fetch(url);
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      bytes: await answer.arrayBuffer().then(
        (buffer) => buffer.byteLength,
        () => 'broken off',
      ),
    };
  };

  test('whole, it comes byte for byte', async () => {
    const pdf = await largePdf();
    const { links } = await submitted(pdf);
    for (const link of links)
      expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(pdf)).toBe(true);
  });

  test.each(['longer', 'shorter'])('%s, it is 503, and the log names it', async (how) => {
    const { key, path, links } = await submitted(await largePdf());
    if (how === 'longer') appendFileSync(path, 'more');
    else truncateSync(path, 1000);
    for (const link of links)
      expect(await download(link)).toMatchObject({ status: 503, retryAfter: '30' });
    expect(logged.filter((line) => line.key === key)).toHaveLength(2);
  });

  test('with one other bit, a small one is 503 and a large one breaks off', async () => {
    for (const [pdf, outcome] of [
      [await makePdf(), { status: 503 }],
      [await largePdf(), { status: 200, bytes: 'broken off' }],
    ] as const) {
      const { key, path, links } = await submitted(pdf);
      const bytes = readFileSync(path);
      bytes[20]! ^= 1;
      writeFileSync(path, bytes);
      for (const link of links) expect(await download(link)).toMatchObject(outcome);
      expect(logged.filter((line) => line.key === key)).toHaveLength(2);
    }
  });

  const harms: [string, (path: string) => void][] = [
    ['altered', (path) => writeFileSync(path, readFileSync(path).fill(0, 20, 21))],
    ['cut off', (path) => truncateSync(path, 1000)],
    ['lost', (path) => rmSync(path)],
  ];
  test.each(harms)('%s, it is replaced by its owner, who sends the same again', async (_, harm) => {
    const pdf = await largePdf();
    const { id, key, path } = await submitted(pdf);
    harm(path);
    const { status } = await owner.patch(`/proposals/${id}`, formOf({ pitch_deck: pdf }));
    expect(status).toBe(200);
    const { body } = await owner.get(`/proposals/${id}/documents/pitch_deck`);
    const { pathname, search } = new URL(body.url);
    const answer = await fetch(app.url + pathname + search);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
    expect(await storedKeys(app.services)).not.toContain(key);
  });

  test('whole, it stays where it is when its owner sends the same again', async () => {
    const pdf = await largePdf();
    const { id, key } = await submitted(pdf);
    const before = await storedKeys(app.services);
    const { status, body } = await owner.patch(`/proposals/${id}`, formOf({ pitch_deck: pdf }));
    expect([status, body.documents.pitch_deck.key]).toEqual([200, key]);
    expect(await storedKeys(app.services)).toEqual(before);
  });
});
