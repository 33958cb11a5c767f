/** While a submission waits for its documents, only the announced ones are taken. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settleAll } from '../drafts/submission.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { storedKeys } from '#tests/proposal-forms.ts';
import { beginUpload, createUpload, headOf, patch } from '#tests/tus-uploads.ts';
import { expectAllFiles } from '#tests/whole-world.ts';

const HOUR_SECONDS = 3600;
type Kind = 'pitch_deck' | 'financials';

describe.each(ENGINES)('documents that were announced, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;
  let documents: Awaited<ReturnType<typeof twoDocuments>>;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    documents = await twoDocuments();
  });
  beforeEach(async () => {
    applicant = await app.signIn();
    programId = (await insertProgram(app.services, { title: 'Trek' })).id;
  });
  afterEach(() => expectAllFiles(app.services));
  afterAll(() => app.close());

  async function submitAhead(names: Partial<Record<Kind, string>> = {}): Promise<string> {
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    const { pitch_deck, financials } = documents.digests;
    const { status, body } = await applicant.post(`/drafts/${programId}/submit`, {
      documents: {
        pitch_deck: { ...pitch_deck, name: names.pitch_deck },
        financials: { ...financials, name: names.financials },
      },
    });
    expect(status).toBe(202);
    return body.number;
  }
  const documentOf = (kind: Kind) => ({ program_id: programId, kind });
  const send = async (kind: Kind, bytes: Uint8Array) =>
    patch(applicant, await beginUpload(applicant, documentOf(kind), bytes.length), 0, bytes);
  const stateOf = async (number: string) =>
    (await app.visitor.get(`/receipts/${number}`)).body.state;
  const sizeOf = (kind: Kind) => documents.digests[kind].size.toLocaleString('en-GB');
  /** As long as the announced one: the same PDF with other letters at its end, or no PDF at all. */
  const sameSize = {
    'another PDF': () => {
      const bytes = Buffer.from(documents.financials);
      const at = bytes.indexOf('/Producer');
      bytes.write('x', at < 0 ? bytes.indexOf('%', 8) + 1 : at + 1, 'latin1');
      return bytes;
    },
    'no PDF': () => Buffer.alloc(documents.digests.financials.size, 'a letter. '),
  };

  test('another size is refused at creation, and the submission waits on until it completes', async () => {
    const number = await submitAhead({ financials: 'Plan 2026.pdf' });
    const { status, body } = await createUpload(
      applicant,
      documentOf('financials'),
      documents.digests.financials.size + 1,
    );
    expect([status, body.code]).toEqual([422, 'documents_differ']);
    expect(body.message).toBe(
      `This is not the financials file that you submitted: that one is “Plan 2026.pdf”, ${sizeOf('financials')} bytes long. Choose that exact file.`,
    );
    expect(await stateOf(number)).toBe('waiting_for_documents');
    expect((await send('pitch_deck', documents.pitchDeck)).status).toBe(204);
    expect((await send('financials', documents.financials)).status).toBe(204);
    expect(await stateOf(number)).toBe('complete');
  });

  test.each(Object.keys(sameSize) as (keyof typeof sameSize)[])(
    'another digest is refused when whole, and the upload is dropped: %s',
    async (which) => {
      const number = await submitAhead();
      expect((await send('pitch_deck', documents.pitchDeck)).status).toBe(204);
      const wrong = sameSize[which]();
      const location = await beginUpload(applicant, documentOf('financials'), wrong.length);
      const { status, body } = await patch(applicant, location, 0, wrong);
      expect([status, body.code]).toEqual([422, 'documents_differ']);
      expect(body.message).toContain(`that one is ${sizeOf('financials')} bytes long.`);
      expect((await headOf(applicant, location)).status).toBe(404);
      const draft = (await applicant.get(`/drafts/${programId}`)).body;
      expect(draft.documents.financials).toBeNull();
      expect(await storedKeys(app.services, `${applicant.id}/`)).toHaveLength(1);
      expect(await stateOf(number)).toBe('waiting_for_documents');
      expect((await send('financials', documents.financials)).status).toBe(204);
      expect(await stateOf(number)).toBe('complete');
    },
  );

  test('whoever never sends the right one: it lapses when the time is over, and only then', async () => {
    const number = await submitAhead();
    await send('pitch_deck', documents.pitchDeck);
    await send('financials', sameSize['another PDF']());
    app.pass(HOUR_SECONDS - 60);
    await settleAll(app.services);
    expect(await stateOf(number)).toBe('waiting_for_documents');
    app.pass(61);
    await settleAll(app.services);
    expect(await stateOf(number)).toBe('lapsed');
  });

  test('an upload that was under way when another file was submitted is refused too', async () => {
    const other = await makePdf({ pages: 4 });
    const location = await beginUpload(applicant, documentOf('financials'), other.length);
    const number = await submitAhead();
    const { status, body } = await patch(applicant, location, 0, other);
    expect([status, body.code]).toEqual([422, 'documents_differ']);
    expect(await stateOf(number)).toBe('waiting_for_documents');
  });

  test('the draft says which files it waits for, by the names that are known', async () => {
    const { pitch_deck, financials } = documents.digests;
    await beginUpload(applicant, documentOf('pitch_deck'), pitch_deck.size);
    await submitAhead({ financials: 'Plan.pdf' });
    const path = `/drafts/${programId}`;
    expect((await applicant.get(path)).body.announced).toEqual({
      pitch_deck: { ...pitch_deck, name: 'Deck.pdf' },
      financials: { ...financials, name: 'Plan.pdf' },
    });
    await applicant.delete(path);
    await applicant.put(path, { fields: FIELDS });
    expect((await applicant.get(path)).body).not.toHaveProperty('announced');
  });
});
