import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { twoDocuments, FIELDS } from '#tests/draft-documents.ts';
import { insertProgram } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.skipIf(!isBuilt)('pages of receipts', () => {
  let app: TestApp;
  let ama: Person;
  beforeAll(async () => {
    app = await createTestApp();
    ama = await app.signIn({ first_name: 'Hidden', last_name: 'Applicant' });
  });
  afterAll(() => app.close());

  const open = async (path: string) => {
    const response = await fetch(app.url + path, { redirect: 'manual' });
    return { response, html: await response.text() };
  };

  test('says what was received when, that it is genuine, and how to check it', async () => {
    const { proposal } = await submit(app.services, ama);
    const { body: receipt } = await app.visitor.get(`/receipts/${proposal.receipt_number}`);
    const { response, html } = await open(`/receipts/${proposal.receipt_number}`);
    expect(response.status).toBe(200);
    for (const word of [
      receipt.number,
      receipt.content_sha256,
      receipt.signature,
      receipt.key_id,
      receipt.received_at,
      receipt.program_title,
      'This receipt is genuine.',
      'check-receipt.mjs',
    ])
      expect(html).toContain(word);
    expect(html).not.toMatch(/Hidden|Asante/);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(response.headers.get('content-security-policy')).not.toContain('nonce-');
  });

  test('follows its state at once: no answer is cached', async () => {
    const program = await insertProgram(app.services);
    const { digests } = await twoDocuments();
    await ama.put(`/drafts/${program.id}`, { fields: FIELDS });
    const { body: receipt } = await ama.post(`/drafts/${program.id}/submit`, {
      documents: digests,
    });
    const address = `/receipts/${receipt.number}`;
    const waiting = await open(address);
    expect(waiting.html).toContain('Waiting for documents');
    expect(waiting.response.headers.get('cache-control')).toBe('no-cache');
    expect(waiting.response.headers.get('etag')).toBeNull();
    await ama.delete(`/drafts/${program.id}`);
    expect((await open(address)).html).toContain('Withdrawn');
  });

  test('one that does not fit its signature is not called genuine', async () => {
    const { proposal } = await submit(app.services, ama);
    await app.services.db.read
      .updateTable('receipts')
      .set({ received_at: new Date('2026-01-01T00:00:00Z') })
      .where('number', '=', proposal.receipt_number)
      .execute();
    const { html } = await open(`/receipts/${proposal.receipt_number}`);
    expect(html).toContain('This receipt could not be confirmed.');
    expect(html).not.toContain('This receipt is genuine.');
  });

  test('a number that nobody was given is 404 with a sentence and a field for another', async () => {
    for (const number of ['NPT-0000-0000-0000-0000', 'nonsense']) {
      const { response, html } = await open(`/receipts/${number}`);
      expect(response.status).toBe(404);
      expect(html).toContain('There is no receipt with this number.');
      expect(html).toContain('name="number"');
    }
  });

  test('a number may be typed as people write it; an impossible one is reported', async () => {
    const { response } = await open('/receipts?number=npt+7qxm+of4k+9tzb+2c3d');
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/receipts/NPT-7QXM-0F4K-9TZB-2C3D',
    ]);
    const refused = await open('/receipts?number=%3Cb%3E12');
    expect(refused.response.status).toBe(422);
    expect(refused.html).toContain('That isn’t a receipt number.');
    expect(refused.html).toContain('value="&lt;b&gt;12"');
    expect((await open('/receipts')).response.status).toBe(200);
  });

  test('stands in no sitemap', async () => {
    expect((await open('/sitemap.xml')).html).not.toContain('/receipts');
  });
});
