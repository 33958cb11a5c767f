/** A season that is ended while a submission waits for its documents. */
import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { settleDraft } from '#server/drafts/submission.ts';
import type { TestApp } from '#tests/app.ts';
import { FIELDS, placeDocument, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';

describe.each(ENGINES)('a season with a submission that waits, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  test('while a submission waits it does not end, nor at the moment in which that completes', async () => {
    const { id: programId, title } = await insertProgram(app.services);
    const [admin, owner] = [await app.signIn({ role: 'admin' }), await app.signIn()];
    const end = () => admin.post(`/programs/${programId}/end`, { title });
    const refusal = ({ status, body }: { status: number; body: any }) => [status, body.code];
    const documents = await twoDocuments();
    const place = (kind: 'pitch_deck' | 'financials', bytes: Uint8Array) =>
      placeDocument(app.services, owner, programId, kind, bytes);
    await owner.put(`/drafts/${programId}`, { fields: FIELDS });
    await place('financials', documents.financials);
    const sent = await owner.post(`/drafts/${programId}/submit`, { documents: documents.digests });
    expect(sent.status).toBe(202);
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(-1) })
      .where('id', '=', programId)
      .execute();
    const waiting = await end();
    expect(refusal(waiting)).toEqual([409, 'not_settled']);
    expect(waiting.body.refused).toMatchObject([
      { id: sent.body.number, reason: 'A submission is waiting for its documents.' },
    ]);
    const draftId = await place('pitch_deck', documents.pitchDeck);
    const [ended] = await Promise.all([end(), settleDraft(app.services, draftId)]);
    expect(refusal(ended)).toEqual([409, 'not_settled']);
    const [proposal] = (await owner.get('/proposals/')).body;
    expect(proposal.receipt_number).toBe(sent.body.number);
    expect((await end()).body.refused).toMatchObject([
      { id: proposal.id, reason: 'It is not decided yet.' },
    ]);
  });
});
