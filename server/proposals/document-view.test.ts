import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(WORLDS)('a document shown, on %s', (world) => {
  let app: TestApp;
  let admin: Person;
  let deck: Uint8Array;
  let proposal: any;
  beforeAll(async () => {
    app = await createTestAppIn(world);
    admin = await app.signIn({ role: 'admin' });
    deck = await makePdf({ pages: 3 });
    ({ proposal } = await submit(app.services, await app.signIn(), { pitch_deck: deck }));
  });
  afterAll(() => app.close());

  const view = (headers: Record<string, string> = {}, person = admin) =>
    fetch(`${app.url}/api/v1/proposals/${proposal.id}/documents/pitch_deck/view`, {
      headers: { ...(person.token && { authorization: `Bearer ${person.token}` }), ...headers },
    });

  test('an admin gets the PDF as it was received, inline and harmless', async () => {
    const answer = await view({ 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(deck)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(deck.length),
      'content-disposition': `inline; filename="asante-cocoa-ltd-pitch-deck.pdf"; filename*=UTF-8''asante-cocoa-ltd-pitch-deck.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      etag: `"${createHash('sha256').update(deck).digest('hex')}"`,
    });
    const unchanged = await view({ 'if-none-match': answer.headers.get('etag')! });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
  });

  test.each(['cross-site', 'same-site'])('a %s page does not', async (site) => {
    const answer = await view({ 'sec-fetch-site': site });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 'forbidden', message: 'Documents are shown on our own pages only.' },
    ]);
  });

  test('a page of another site does not in a browser that only names its origin', async () => {
    expect((await view({ origin: 'https://elsewhere.example.com' })).status).toBe(403);
    expect((await view({ origin: 'null' })).status).toBe(403);
    expect((await view({ origin: app.url })).status).toBe(200);
  });

  test('admins only, and 404 for a missing document', async () => {
    expect((await view({}, app.visitor)).status).toBe(401);
    expect((await view({}, await app.signIn())).status).toBe(403);
    for (const path of [
      `${proposal.id}/documents/passport/view`,
      `${crypto.randomUUID()}/documents/pitch_deck/view`,
      'x/documents/pitch_deck/view',
    ])
      expect((await admin.get(`/proposals/${path}`)).status).toBe(404);
  });

  test('an infected document is not shown', async () => {
    const infected = (await submit(app.services, await app.signIn())).proposal;
    await app.services.db.read
      .updateTable('documents')
      .set({ threat: 'Eicar' })
      .where('proposal_id', '=', infected.id)
      .execute();
    const { status, body } = await admin.get(`/proposals/${infected.id}/documents/financials/view`);
    expect([status, body.code]).toEqual([409, 'document_infected']);
  });

  test('a document without its file is 404', async () => {
    await app.services.files.delete(proposal.documents.pitch_deck.key);
    expect((await view()).status).toBe(404);
  });
});
