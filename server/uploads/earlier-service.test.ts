import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { UPLOADS } from '#domain/constants.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, placeDocument } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';

describe.each(ENGINES)('a draft from an earlier proposal, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let earlierId: string;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    applicant = await app.signIn();
    const { id } = await insertProgram(app.services);
    await applicant.put(`/drafts/${id}`, { fields: FIELDS });
    // So large that two copies of both are never made at once.
    for (const kind of ['pitch_deck', 'financials'] as const)
      await placeDocument(app.services, applicant, id, kind, await makePdf({ megabytes: 4 }));
    const { body } = await applicant.get(`/drafts/${id}`);
    const { pitch_deck, financials } = body.documents;
    const sent = await applicant.post(`/drafts/${id}/submit`, {
      documents: { pitch_deck, financials },
    });
    expect(sent.status).toBe(201);
    earlierId = sent.body.id;
  });
  afterAll(() => app.close());

  const documentsOf = async (programId: string) =>
    app.services.db.read
      .selectFrom('draft_documents')
      .innerJoin('drafts', 'drafts.id', 'draft_documents.draft_id')
      .select(['draft_documents.id', 'draft_documents.kind'])
      .where('drafts.program_id', '=', programId)
      .execute();

  test('begun forty times at once, it is copied once', async () => {
    const { id } = await insertProgram(app.services);
    const put = vi.spyOn(app.services.files, 'put');
    const calls = Array.from({ length: 40 }, () =>
      applicant.post(`/drafts/${id}/from/${earlierId}`),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 39 }, () => 200), 201]);
    expect(put).toHaveBeenCalledTimes(2);
    put.mockRestore();
    expect((await documentsOf(id)).map(({ kind }) => kind).toSorted()).toEqual([
      'financials',
      'pitch_deck',
    ]);
  });

  test('only what the draft lacks is copied', async () => {
    const { id } = await insertProgram(app.services);
    await placeDocument(app.services, applicant, id, 'pitch_deck', await makePdf());
    const [own] = await documentsOf(id);
    const put = vi.spyOn(app.services.files, 'put');
    expect((await applicant.post(`/drafts/${id}/from/${earlierId}`)).status).toBe(200);
    expect(put).toHaveBeenCalledTimes(1);
    put.mockRestore();
    expect(await documentsOf(id)).toEqual(expect.arrayContaining([own]));
    expect(await documentsOf(id)).toHaveLength(2);
  });

  test('it counts into the room for uploads, and copies nothing that does not fit', async () => {
    const { services } = app;
    const room = UPLOADS.filesPerApplicant * services.config.maxUploadBytes;
    const full = await insertProgram(services);
    await placeDocument(services, applicant, full.id, 'pitch_deck', await makePdf());
    const [filler] = await documentsOf(full.id);
    const { total } = await services.db.read
      .selectFrom('draft_documents')
      .select(({ fn }) => fn.sum<number>('size').as('total'))
      .where('user_id', '=', applicant.id)
      .where('id', '!=', filler!.id)
      .executeTakeFirstOrThrow();
    await services.db.read
      .updateTable('draft_documents')
      .set({ size: room - Number(total) - 1_048_576 })
      .where('id', '=', filler!.id)
      .execute();
    const { id } = await insertProgram(services);
    const put = vi.spyOn(services.files, 'put');
    const refused = await applicant.post(`/drafts/${id}/from/${earlierId}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_uploads']);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
    expect(await documentsOf(id)).toEqual([]);
  });
});
