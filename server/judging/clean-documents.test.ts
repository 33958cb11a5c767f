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
import { inflatingPdf } from '#tests/hostile-pdfs.ts';
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
    const unclean = [applied[1]!.id];
    await expect.poll(preview).toMatchObject({ unclean, cleaning: 0 });
    const { plan_sha256 } = await preview();
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
    // As long as nobody has tried to clean a document, its judges are told so.
    await app.services.db.write((tx) =>
      tx
        .updateTable('documents')
        .set({ clean_of: null, clean_key: null })
        .where('proposal_id', '=', applied[0]!.id)
        .where('kind', '=', 'financials')
        .execute(),
    );
    const waiting = await reviewOf(applied[0]!);
    expect(waiting.proposal).toMatchObject({
      documents: ['pitch_deck'],
      withheld_documents: [{ kind: 'financials', is_clean: null }],
    });
    await app.services.db.read.updateTable('documents').set({ clean_due_at: null }).execute();
    await cleanDocuments(app.services);
    const shownOf = async (one: { id: string }) => (await reviewOf(one)).proposal.documents;
    await expect.poll(() => shownOf(applied[0]!)).toEqual(['pitch_deck', 'financials']);
    await expect.poll(() => shownOf(applied[1]!)).toEqual(['pitch_deck']);
    const [whole, partly] = [await reviewOf(applied[0]!), await reviewOf(applied[1]!)];
    expect(whole.proposal).toMatchObject({
      documents: ['pitch_deck', 'financials'],
      withheld_documents: [],
    });
    expect(partly.proposal).toMatchObject({
      documents: ['pitch_deck'],
      withheld_documents: [{ kind: 'financials', is_clean: false }],
    });
    const open = (id: string, kind: string) =>
      fetch(`${app.url}/api/v1/reviews/${id}/documents/${kind}/view`, {
        headers: { authorization: `Bearer ${judges[0]!.token}` },
      });
    const answer = await open(whole.id, 'pitch_deck');
    expect(whole.proposal.document_bytes.pitch_deck).toBe(
      Number(answer.headers.get('content-length')),
    );
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

  /** A program with one proposal, whose deck a round without names will show. */
  const waiting = async (deck: Buffer) => {
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const { id } = await insertApplication(app, program.id);
    await putDocument(id, 'pitch_deck', deck);
    const done = { clean_of: 'itself', clean_key: 'itself' };
    const rows = app.services.db.read.updateTable('documents').where('proposal_id', '=', id);
    await rows
      .set({ ...done, key: 'itself' })
      .where('kind', '=', 'financials')
      .execute();
    const { body: draft } = await admin.post('/rounds/', {
      ...{ program_id: program.id, name: 'Screening', places: 1, shows_documents: true },
      ...{ closes_at: days(7).toISOString(), judge_ids: judges.map((judge) => judge.id) },
      criteria: [{ name: 'Market', weight: 1, anchors: ['a', 'b', 'c', 'd', 'e'] }],
    });
    const facts = async () => {
      const preview = (await admin.post(`/rounds/${draft.id}/open`, { preview: true })).body;
      const { clean_tries } = await app.services.db.read
        .selectFrom('documents')
        .select('clean_tries')
        .where('proposal_id', '=', id)
        .where('kind', '=', 'pitch_deck')
        .executeTakeFirstOrThrow();
      const { unclean, cleaning } = preview;
      return { unclean, cleaning, tries: clean_tries };
    };
    const release = () =>
      app.services.db.read.deleteFrom('documents').where('proposal_id', '=', id).execute();
    return { id, facts, release };
  };
  const minutesAfter = (start: Date, minutes: number) =>
    new Date(start.getTime() + minutes * 60_000);

  test('a document that inflates to 600 MB is parked, never tried again, and does not grow the server', async () => {
    const { id, facts, release } = await waiting(inflatingPdf(600, 2));
    const before = process.memoryUsage.rss();
    await cleanDocuments(app.services);
    await expect.poll(facts).toEqual({ unclean: [id], cleaning: 0, tries: 1 });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
    const start = new Date();
    app.setClock(minutesAfter(start, 21));
    await cleanDocuments(app.services);
    app.setClock(start);
    expect(await facts()).toEqual({ unclean: [id], cleaning: 0, tries: 1 });
    await release();
  });

  test('a try is written down before it begins: what took the server with it twice is parked', async () => {
    const { files } = app.services;
    const whole = files.get;
    const ending = Promise.withResolvers<never>();
    ending.promise.catch(() => undefined);
    // As if the server was killed: no try ends.
    files.get = () => ending.promise;
    const { id, facts, release } = await waiting(await tellingPdf());
    const start = new Date();
    const runs = [];
    for (const tries of [1, 2]) {
      app.setClock(minutesAfter(start, 7 * tries));
      runs.push(cleanDocuments(app.services));
      await expect.poll(facts).toEqual({ unclean: [], cleaning: 1, tries });
    }
    app.setClock(minutesAfter(start, 21));
    await cleanDocuments(app.services);
    await expect.poll(facts).toMatchObject({ unclean: [id], cleaning: 0 });
    files.get = whole;
    ending.reject(new Error('ended'));
    await Promise.all(runs);
    app.setClock(start);
    await release();
  });

  test('what the machine could not read is no try, and is cleaned later', async () => {
    const { files } = app.services;
    const whole = files.get;
    files.get = () => Promise.reject(new Error('the store is down'));
    const { facts, release } = await waiting(await tellingPdf());
    const start = new Date();
    await cleanDocuments(app.services);
    await expect.poll(facts).toEqual({ unclean: [], cleaning: 1, tries: 0 });
    files.get = whole;
    app.setClock(minutesAfter(start, 5));
    await cleanDocuments(app.services);
    await expect.poll(facts).toEqual({ unclean: [], cleaning: 0, tries: 1 });
    app.setClock(start);
    await release();
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
