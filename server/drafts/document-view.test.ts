/** Who may see a document of a draft. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { fillDraft, placeDocument, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { insertProgram } from '#tests/factories.ts';

describe.each(WORLDS)('a document of a draft, on %s', (world) => {
  let app: TestApp;
  let owner: Person;
  let programId: string;
  let documents: Awaited<ReturnType<typeof twoDocuments>>;
  beforeAll(async () => {
    app = await createTestAppIn(world);
    owner = await app.signIn();
    programId = (await insertProgram(app.services)).id;
    documents = await fillDraft(app.services, owner, programId);
  });
  afterAll(() => app.close());

  const pathOf = (kind: string, id = programId) => `/drafts/${id}/documents/${kind}/view`;
  const view = (headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/v1${pathOf('pitch_deck')}`, {
      headers: { authorization: `Bearer ${owner.token}`, ...headers },
    });

  test('its owner gets it as it was uploaded, inline and harmless', async () => {
    const answer = await view({ 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(documents.pitchDeck)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(documents.pitchDeck.length),
      'content-disposition': `inline; filename="pitch_deck.pdf"; filename*=UTF-8''pitch_deck.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      etag: `"${documents.digests.pitch_deck.sha256}"`,
    });
    const unchanged = await view({ 'if-none-match': answer.headers.get('etag')! });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
  });

  test('its owner gets a link to it that needs no token, for an hour', async () => {
    const path = `/drafts/${programId}/documents/pitch_deck`;
    const { status, body } = await owner.get(path);
    expect([status, body.expires_in, body.presigned_url]).toEqual([200, 3600, body.url]);
    const file = await fetch(body.url.replace(/^https?:\/\/[^/]+/, app.url));
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*pitch_deck.pdf/);
    expect(Buffer.from(await file.arrayBuffer()).equals(documents.pitchDeck)).toBe(true);
    expect((await (await app.signIn()).get(path)).status).toBe(404);
    expect((await app.visitor.get(path)).status).toBe(401);
  });

  test.each(['cross-site', 'same-site'])('a %s page does not', async (site) => {
    expect((await view({ 'sec-fetch-site': site })).status).toBe(403);
  });

  test('nobody else: not visitors, not admins, and to another applicant it is not there', async () => {
    const ask = async (person: Person) => (await person.get(pathOf('pitch_deck'))).status;
    expect(await ask(app.visitor)).toBe(401);
    expect(await ask(await app.signIn({ role: 'admin' }))).toBe(403);
    const stranger = await app.signIn();
    expect(await ask(stranger)).toBe(404);
    // Even if they have their own draft for the program.
    await placeDocument(app.services, stranger, programId, 'pitch_deck', documents.financials);
    const { headers } = await stranger.get(pathOf('pitch_deck'));
    expect(headers.get('etag')).toBe(`"${documents.digests.financials.sha256}"`);
  });

  test.each(['uploading', 'checking', 'refused'] as const)(
    'one that is %s is not shown, and neither is what does not exist',
    async (state) => {
      const { id } = await insertProgram(app.services);
      const bytes = documents.financials;
      await placeDocument(app.services, owner, id, 'financials', bytes, { state, sha256: null });
      for (const path of [
        pathOf('financials', id),
        pathOf('pitch_deck', id),
        pathOf('passport'),
        pathOf('pitch_deck', crypto.randomUUID()),
        pathOf('pitch_deck', 'x'),
      ])
        expect((await owner.get(path)).status).toBe(404);
    },
  );
});

test('where files are looked through for viruses, none is shown before that', async () => {
  const app = await createTestApp({ CLAMD_URL: 'tcp://127.0.0.1:1' });
  try {
    const [owner, { id }] = [await app.signIn(), await insertProgram(app.services)];
    await fillDraft(app.services, owner, id);
    const { status, body } = await owner.get(`/drafts/${id}/documents/pitch_deck/view`);
    expect([status, body.code]).toEqual([409, 'document_checking']);
  } finally {
    await app.close();
  }
});
