import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/app.ts';
import { fillDraft, placeDocument } from '#tests/draft-documents.ts';
import { ENGINES } from '#tests/engines/engine.ts';
import { days } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, storedKeys, submissionTo } from '#tests/proposal-forms.ts';
import { startQuestions, type QuestionsWorld } from '#tests/questions.ts';
import { beginUpload, createUpload, patch } from '#tests/tus-uploads.ts';
import { readZip } from '#tests/zip-files.ts';
import { erasePerson } from '../accounts/erasure-service.ts';
import { leaveRounds } from '../judging/erasure-service.ts';

const LABEL = 'Registration certificate';
const ASKED = [
  { kind: 'yes_no', label: 'Is your business registered?' },
  { kind: 'file', label: LABEL, is_required: true, shown_if: { position: 0, equals: true } },
  { kind: 'file', label: 'Ghana Card', options: ['A', 'B'], max_length: 3, min: 1 },
];

const digestOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

describe.each(ENGINES)('file questions on %s', (engine) => {
  let world: QuestionsWorld;
  let applicant: Person;
  let [certificate, card]: Uint8Array[] = [];
  beforeAll(async () => {
    world = await startQuestions(engine);
    [certificate, card] = [
      await makePdf({ pages: 3 }),
      await makePdf({ pages: 1, megabytes: 0.1 }),
    ];
  });
  beforeEach(async () => {
    applicant = await world.app.signIn();
  });
  afterAll(() => world.app.close());

  const start = async () => {
    const { program, ids } = await world.ask(ASKED);
    const [registered, file, second] = ids as [string, string, string];
    const { digests } = await fillDraft(world.app.services, applicant, program.id);
    const path = `/drafts/${program.id}`;
    await applicant.put(path, { answers: { [registered]: true } });
    return { program, registered, file, second, digests, path };
  };
  const upload = async (programId: string, kind: string, bytes: Uint8Array) => {
    const document = { program_id: programId, kind, filename: 'Scan.pdf' };
    return patch(applicant, await beginUpload(applicant, document, bytes.length), 0, bytes);
  };
  const place = (programId: string, kind: string, bytes: Uint8Array, placed = {}) =>
    placeDocument(world.app.services, applicant, programId, kind, bytes, placed);
  const keys = () => storedKeys(world.app.services, `${applicant.id}/`);

  test('it takes nothing but words, and at most five are asked', async () => {
    const { program } = await world.ask(ASKED);
    expect(program.questions[2]).toMatchObject({
      ...{ kind: 'file', max_length: null, min: null, max: null, options: null, eligible: null },
    });
    const six = Array.from({ length: 6 }, (_, at) => ({ kind: 'file', label: `File ${at}` }));
    const refused = await world.admin.patch(`/programs/${program.id}`, { questions: six });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['questions']]);
    const eligible = { values: [true], sentence: 'No.' };
    const deciding = [{ kind: 'file', label: 'A', eligible }];
    expect(
      (await world.admin.patch(`/programs/${program.id}`, { questions: deciding })).status,
    ).toBe(422);
  });

  test('it is uploaded as a document is, refused by its question, and taken out again', async () => {
    const { program, file, second, path } = await start();
    expect((await applicant.get(path)).body).toMatchObject({
      documents: { [file]: null },
      missing: [file],
    });
    for (const kind of [program.questions[0].id, crypto.randomUUID(), 'other'])
      expect(await createUpload(applicant, { program_id: program.id, kind }, 9)).toMatchObject({
        status: 422,
        body: { fields: { kind: expect.any(String) } },
      });
    const bad = await upload(program.id, file, Buffer.from('no PDF'));
    expect([bad.status, bad.body.message]).toEqual([
      415,
      `The “${LABEL}” file isn’t a PDF. Save it as a PDF and choose that file.`,
    ]);
    await upload(program.id, file, certificate!);
    await beginUpload(applicant, { program_id: program.id, kind: second }, 99);
    const { body } = await applicant.get(path);
    expect(body.documents[file]).toMatchObject({ name: 'Scan.pdf', state: 'ready', pages: 3 });
    expect(body.missing).toEqual([second]);
    const inUse = await world.admin.patch(`/programs/${program.id}`, {
      questions: program.questions.map((one: any) =>
        one.id === second ? { ...one, kind: 'date' } : one,
      ),
    });
    expect(inUse.body.code).toBe('question_in_use');
    await applicant.put(path, { answers: { [file]: 'other', [second]: null } });
    const kept = await applicant.get(path);
    expect([kept.body.documents[file].state, kept.body.documents[second]]).toEqual(['ready', null]);
    const before = (await keys()).length;
    expect((await applicant.put(path, { answers: { [file]: null } })).status).toBe(200);
    expect((await applicant.get(path)).body.missing).toEqual([file]);
    expect(await keys()).toHaveLength(before - 1);
  });

  test('a ready one goes along unnamed; one still coming has to be named', async () => {
    const { program, file, second, digests: documents, path } = await start();
    const submit = (named: object = {}) =>
      applicant.post(`${path}/submit`, { documents: { ...documents, ...named } });
    const missing = await submit();
    expect([missing.status, missing.body.fields]).toEqual([
      422,
      { [`answers.${file}`]: 'Choose a PDF file.' },
    ]);
    await place(program.id, file, certificate!);
    await place(program.id, second, card!, { state: 'refused', message: 'No PDF.', sha256: null });
    const unseen = await submit();
    expect([unseen.status, unseen.body.fields]).toEqual([
      422,
      { [`answers.${second}`]: 'No PDF.' },
    ]);
    // What can't be read is not left out, whether the file is there or still coming.
    const { size, sha256 } = digestOf(card!);
    for (const bad of [{ size, sha256: 'x' }, { sha256 }, { size: 0, sha256 }, 'card', []])
      for (const id of [file, second]) {
        const unread = await submit({ [second]: digestOf(card!), [id]: bad });
        expect([unread.status, unread.body.fields]).toEqual([
          422,
          { [`answers.${id}`]: 'Name this file by its size in bytes and its SHA-256.' },
        ]);
      }
    const differs = await submit({ [file]: digestOf(card!), [second]: digestOf(card!) });
    expect([differs.status, differs.body.code]).toEqual([409, 'documents_differ']);
    expect(differs.body.message).toContain(LABEL);
    await applicant.put(path, { answers: { [second]: null } });
    const { status, body } = await submit();
    expect(status).toBe(201);
    expect(body.answers[1]).toEqual({
      ...{ question_id: file, label: LABEL, kind: 'file' },
      value: { name: `${file}.pdf`, ...digestOf(certificate!), pages: 1 },
    });
    const { business_name, business_location, business_website, business_description } = body;
    const answers = [body.answers[0], { question_id: file, value: digestOf(certificate!).sha256 }]
      .map(({ question_id, value }) => [question_id, value])
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const content = {
      answers: Object.fromEntries(answers),
      ...{ business_description, business_location, business_name, business_website },
      ...{ financials: documents.financials.sha256, pitch_deck: documents.pitch_deck.sha256 },
    };
    const { content_sha256 } = (await world.app.visitor.get(`/receipts/${body.receipt_number}`))
      .body;
    expect(content_sha256).toBe(createHash('sha256').update(JSON.stringify(content)).digest('hex'));
    expect(await keys()).toHaveLength(3);
    // The page was closed before the answer came: the same submission again.
    expect((await submit()).body.id).toBe(body.id);
  });

  test('named, it follows in the grace, and only it; what is hidden stays behind', async () => {
    const { program, registered, file, second, digests: documents, path } = await start();
    await applicant.put(path, { answers: { [registered]: false } });
    await place(program.id, file, certificate!);
    const named = { ...documents, [second]: { ...digestOf(card!), name: 'Card.pdf' } };
    const { status, body: receipt } = await applicant.post(`${path}/submit`, { documents: named });
    expect([status, receipt.state]).toEqual([202, 'waiting_for_documents']);
    const draft = (await applicant.get(path)).body;
    expect([draft.missing, draft.announced[second].name]).toEqual([[second], 'Card.pdf']);
    const retired = program.questions.filter(({ id }: any) => id !== second);
    await world.admin.patch(`/programs/${program.id}`, { questions: retired });
    const other = await createUpload(applicant, { program_id: program.id, kind: second }, 9);
    expect([other.status, other.body.code]).toEqual([422, 'documents_differ']);
    expect(other.body.message).toContain(
      '“Ghana Card” file that you submitted: that one is “Card.pdf”',
    );
    const unasked = await createUpload(applicant, { program_id: program.id, kind: registered }, 9);
    expect(unasked.body.code).toBe('submitting');
    expect((await upload(program.id, second, card!)).status).toBe(204);
    const [{ id }] = (await applicant.get('/proposals/')).body;
    const { body } = await applicant.get(`/proposals/${id}`);
    expect(body.answers.map(({ value }: any) => value)).toEqual([
      false,
      { name: 'Scan.pdf', ...digestOf(card!), pages: 1 },
    ]);
    expect(await keys()).toHaveLength(3);
  });

  const submitForm = async (more: object = {}, names = {}) => {
    const { program, ids } = await world.ask(ASKED);
    const form = await submissionTo(program.id, { answers: JSON.stringify({ [ids[0]!]: true }) });
    for (const [name, part] of formOf(more as never, names)) form.append(name, part);
    return { program, ids, send: () => applicant.post('/proposals/', form) };
  };
  const submitted = async () => {
    const { program, ids } = await world.ask(ASKED);
    const [registered, file, second] = ids as [string, string, string];
    const part = `answers.${file}`;
    const form = await submissionTo(program.id, {
      answers: JSON.stringify({ [registered]: true }),
    });
    for (const [name, value] of formOf({ [part]: certificate }, { [part]: 'My scan.pdf' }))
      form.append(name, value);
    const { status, body } = await applicant.post('/proposals/', form);
    expect([status, body.fields]).toEqual([201, undefined]);
    return { program, registered, file, second, part, proposal: body };
  };
  const withPart = (name: string, bytes: Uint8Array, fields = {}, file = 'New.pdf') =>
    formOf({ ...fields, [name]: bytes }, { [name]: file });

  test('a form sends it as a part, and an edit replaces it or takes it away', async () => {
    const none = await submitForm();
    expect(Object.keys((await none.send()).body.fields)).toEqual([`answers.${none.ids[1]}`]);
    const { proposal, file, second, part } = await submitted();
    const path = `/proposals/${proposal.id}`;
    const value = { name: 'My scan.pdf', ...digestOf(certificate!), pages: 3 };
    expect(proposal.answers[1].value).toEqual(value);
    expect(proposal.documents[file]).toMatchObject({
      key: proposal.document_urls[file],
      file_name: 'asante-cocoa-ltd-registration-certificate.pdf',
    });
    const same = await applicant.patch(path, withPart(part, certificate!));
    expect([same.body.receipt_number, same.body.answers[1].value]).toEqual([
      proposal.receipt_number,
      value,
    ]);
    const wrong = await applicant.patch(path, withPart(part, Buffer.from('%PDF-1.4 broken')));
    expect([wrong.status, wrong.body.message]).toEqual([415, expect.stringContaining(LABEL)]);
    const edit = withPart(`answers.${second}`, card!, { answers: JSON.stringify({ [file]: 5 }) });
    const added = await applicant.patch(path, edit);
    expect(added.body.answers.map(({ value: of }: any) => of.name)).toEqual([
      ...[undefined, 'My scan.pdf', 'New.pdf'],
    ]);
    const replaced = await applicant.patch(path, withPart(part, card!));
    expect(replaced.body.answers[1].value.sha256).toBe(digestOf(card!).sha256);
    expect(replaced.body.receipt_number).not.toBe(added.body.receipt_number);
    expect(await keys()).toHaveLength(4);
    const needed = await applicant.patch(path, { answers: { [file]: null } });
    expect(Object.keys(needed.body.fields)).toEqual([part]);
    const less = await applicant.patch(path, { answers: { [second]: null } });
    expect([less.body.answers.length, less.body.document_urls[second]]).toEqual([2, undefined]);
    expect(await keys()).toHaveLength(3);
    expect((await applicant.delete(path)).status).toBe(204);
    expect(await keys()).toEqual([]);
  });

  test('owner and admins read it, viewers its size, judges nothing', async () => {
    const { proposal, file, program } = await submitted();
    const { app, admin } = world;
    const viewer = await app.signIn({ role: 'viewer' });
    const path = `/proposals/${proposal.id}`;
    const own = await applicant.get(`${path}/documents/${file}`);
    const link = await fetch(own.body.url);
    expect(Buffer.from(await link.arrayBuffer()).equals(Buffer.from(certificate!))).toBe(true);
    expect(link.headers.get('content-disposition')).toContain('registration-certificate.pdf');
    expect((await admin.get(`${path}/documents/${file}/view`)).status).toBe(200);
    const any = (await admin.get(`${path}/admin`)).body;
    expect(any.documents[file]).toMatchObject({ pages: 3, markers: [] });
    const signed = await admin.get(`/proposals/admin/presigned-url/${any.document_urls[file]}`);
    expect(signed.status).toBe(200);
    expect((await (await app.signIn()).get(`${path}/documents/${file}`)).status).toBe(404);
    const seen = (await viewer.get(`${path}/admin`)).body;
    const measures = { size: certificate!.length, pages: 3 };
    expect([seen.answers[1].value, seen.document_urls[file], seen.documents[file]]).toEqual([
      ...[measures, undefined, undefined],
    ]);
    expect((await viewer.get(`${path}/documents/${file}/view`)).status).toBe(403);
    const [version] = (await viewer.get(`${path}/versions`)).body;
    expect([version.answers[1].value, version.documents[file]]).toEqual([measures, undefined]);
    const [ownVersion] = (await applicant.get(`${path}/versions`)).body;
    expect(ownVersion.documents[file]).toBe(proposal.document_urls[file]);
    const zip = await fetch(`${app.url}/api/v1/proposals/admin/documents.zip?ids=${proposal.id}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(
      [...readZip(Buffer.from(await zip.arrayBuffer())).keys()].map((name) => name.split('/')[1]),
    ).toEqual([...['Pitch deck.pdf', 'Financials.pdf', `${LABEL}.pdf`]]);
    const csv = await admin.get(`/proposals/admin/export-full.csv?program_id=${program.id}`);
    expect(csv.text).toContain('My scan.pdf');
  });

  test('the next draft takes it over, duplicates are found, and own data holds it', async () => {
    const { proposal, file } = await submitted();
    const { app, admin } = world;
    const next = await world.ask([
      { kind: 'file', label: LABEL },
      { kind: 'file', label: 'Other' },
    ]);
    const [same, other] = next.ids as [string, string];
    const draft = await applicant.post(`/drafts/${next.program.id}/from/${proposal.id}`);
    expect(draft.body.documents[same]).toMatchObject({
      ...{ name: 'My scan.pdf', state: 'ready', sha256: digestOf(certificate!).sha256 },
    });
    expect(draft.body.documents[other]).toBeNull();
    const second = await submitted();
    const similar = (await admin.get(`/proposals/${second.proposal.id}/similar`)).body;
    expect(similar.find(({ id, kind }: any) => id === proposal.id && kind === second.file)).toEqual(
      expect.objectContaining({
        other_kind: file,
        sentence: `Both proposals have the same “${LABEL}” file.`,
      }),
    );
    const data = await fetch(`${app.url}/api/v1/auth/me/data`, {
      headers: { authorization: `Bearer ${applicant.token}` },
    });
    const names = [...readZip(Buffer.from(await data.arrayBuffer())).keys()];
    expect(names.filter((name) => name.includes('registration-certificate'))).toHaveLength(3);
    await erasePerson(app.services, applicant.email, leaveRounds);
    expect(await keys()).toEqual([]);
  });

  test('a request opens it alone, and the version before keeps its file', async () => {
    const { proposal, file, part, program } = await submitted();
    const { app, admin } = world;
    const path = `/proposals/${proposal.id}`;
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(-1, app.services.clock()) })
      .where('id', '=', program.id)
      .execute();
    const due_at = days(5, app.services.clock()).toISOString();
    const request = { text: 'Scan it again.', fields: [file], due_at };
    const asked = await admin.post(`${path}/requests`, request);
    expect(asked.status).toBe(201);
    const edit = (name: string, bytes: Uint8Array) => applicant.patch(path, withPart(name, bytes));
    expect((await edit('pitch_deck', card!)).body.code).toBe('not_requested');
    expect((await edit(part, card!)).status).toBe(200);
    await applicant.post(`${path}/requests/${asked.body.id}/answer`);
    const [before, after] = (await applicant.get(`${path}/versions`)).body;
    expect([before.documents[file], after.answers[1].value.sha256]).toEqual([
      ...[proposal.document_urls[file], digestOf(card!).sha256],
    ]);
    const old = await applicant.get(`${path}/documents/${file}?version=1`);
    expect(Buffer.from(await (await fetch(old.body.url)).arrayBuffer())).toEqual(
      Buffer.from(certificate!),
    );
  });
});
