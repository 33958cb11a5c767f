import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetReviews, leaveRounds } from '#server/judging/erasure-service.ts';
import { cleanDocuments } from '#server/judging/clean-documents.ts';
import { isKnownIn } from '#server/jobs/housekeeping.ts';
import { erasePerson } from '#server/accounts/erasure-service.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, submitAll } from '#tests/judging-world.ts';
import { encryptedPdf } from '#tests/raw-pdfs.ts';

async function tellingPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage().drawText('Fonio');
  document.setAuthor('Adwoa Owusu');
  return Buffer.from(await document.save());
}

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let judges: Person[];
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    judges = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
  });
  afterAll(() => app.close());

  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  /** Stores this file as the document of a proposal. */
  async function putDocument(proposalId: string, kind: 'pitch_deck' | 'financials', bytes: Buffer) {
    const path = join(tmpdir(), `${randomUUID()}.pdf`);
    writeFileSync(path, bytes);
    const facts = { size: bytes.length, sha256: sha256(bytes) };
    const where = app.services.db.read
      .selectFrom('documents')
      .select('key')
      .where('proposal_id', '=', proposalId)
      .where('kind', '=', kind);
    const { key } = await where.executeTakeFirstOrThrow();
    await app.services.files.put(key, path, { ...facts, contentType: 'application/pdf' });
    await app.services.db.read
      .updateTable('documents')
      .set(facts)
      .where('proposal_id', '=', proposalId)
      .where('kind', '=', kind)
      .execute();
  }

  const world = async () => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const applied = [
      await insertApplication(app, program.id),
      await insertApplication(app, program.id),
    ];
    for (const { id } of applied) {
      await putDocument(id, 'pitch_deck', await tellingPdf());
      await putDocument(id, 'financials', await tellingPdf());
    }
    await putDocument(applied[1]!.id, 'financials', encryptedPdf());
    const round = { reviews_per_proposal: 2, shows_documents: true };
    return { program, applied, round };
  };

  test('without names, judges read clean copies, and nothing of what cannot be cleaned', async () => {
    const { program, applied, round } = await world();
    const closes_at = days(7).toISOString();
    const { body: draft } = await admin.post('/rounds/', {
      ...{ program_id: program.id, name: 'Screening', places: 1, closes_at, ...round },
      ...{ judge_ids: judges.map(({ id }) => id) },
      criteria: [{ name: 'Market', weight: 1, anchors: ['a', 'b', 'c', 'd', 'e'] }],
    });
    const preview = async () =>
      (await admin.post(`/rounds/${draft.id}/open`, { preview: true })).body;
    expect(await preview()).toMatchObject({ unclean: [], cleaning: 2 });
    await cleanDocuments(app.services);
    const ready = await preview();
    expect(ready).toMatchObject({ unclean: [applied[1]!.id], cleaning: 0 });
    const { plan_sha256 } = ready;
    expect((await admin.post(`/rounds/${draft.id}/open`, { plan_sha256 })).status).toBe(200);
    const entries = (await admin.get(`/rounds/${draft.id}/entries`)).body;
    const cleanOf = ({ id }: { id: string }) =>
      entries.find((one: any) => one.proposal_id === id).documents_are_clean;
    expect(applied.map(cleanOf)).toEqual([true, false]);

    const codeOf = new Map(entries.map((one: any) => [one.proposal_id, one.code]));
    const list = (await judges[0]!.get(`/reviews/?round_id=${draft.id}`)).body;
    const reviewOf = async ({ id }: { id: string }) =>
      (await judges[0]!.get(`/reviews/${list.find((one: any) => one.code === codeOf.get(id)).id}`))
        .body;
    const [whole, partly] = [await reviewOf(applied[0]!), await reviewOf(applied[1]!)];
    expect(whole.proposal.documents).toEqual(['pitch_deck', 'financials']);
    expect(partly.proposal.documents).toEqual(['pitch_deck']);
    const open = (id: string, kind: string) =>
      fetch(`${app.url}/api/v1/reviews/${id}/documents/${kind}/view`, {
        headers: { authorization: `Bearer ${judges[0]!.token}` },
      });
    const answer = await open(whole.id, 'pitch_deck');
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining(`${whole.code}-pitch-deck.pdf`),
    ]);
    const shown = await PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false });
    expect([shown.getAuthor(), shown.getPageCount()]).toEqual([undefined, 1]);
    expect((await open(partly.id, 'financials')).status).toBe(404);

    const { clean_key } = await app.services.db.read
      .selectFrom('documents')
      .select('clean_key')
      .where('proposal_id', '=', applied[0]!.id)
      .where('kind', '=', 'pitch_deck')
      .executeTakeFirstOrThrow();
    expect([...(await isKnownIn(app.services)([clean_key!]))]).toEqual([clean_key]);
    await erasePerson(app.services, applied[0]!.person.email, leaveRounds);
    expect(await app.services.files.get(clean_key!)).toBeUndefined();
  });

  test('two years after the release nothing is left of what was written; the record stays', async () => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const applied = [
      await insertApplication(app, program.id),
      await insertApplication(app, program.id),
    ];
    const id = await openRound(app, admin, program.id, {
      ...{ judges, places: 1, round: { reviews_per_proposal: 2 } },
    });
    for (const judge of judges) await submitAll(judge, id, () => [4, 3, 2, 1]);
    await admin.post(`/rounds/${id}/close`);
    await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
    await admin.post(`/rounds/${id}/seal`, {});
    await admin.post(`/rounds/${id}/release`, {});
    const record = async () => {
      const { generated_at: _at, ...rest } = (await app.visitor.get(`/public-record/${program.id}`))
        .body;
      return rest;
    };
    const before = await record();
    expect(await forgetReviews(app.services)).toBe(0);
    const start = new Date();
    app.setClock(days(731));
    expect(await forgetReviews(app.services)).toBe(1);
    expect(await forgetReviews(app.services)).toBe(0);
    app.setClock(start);
    expect(await record()).toEqual(before);
    const { db } = app.services;
    const rows = await db.read
      .selectFrom('judge_reviews')
      .select(['scores', 'strength', 'next_step'])
      .where('round_id', '=', id)
      .execute();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/market|costs|[1-5]/);
    const [result] = (await applied[0]!.person.get(`/proposals/${applied[0]!.id}/results`)).body;
    expect([result.comments, result.rank !== null]).toEqual([[], true]);
  });
});
