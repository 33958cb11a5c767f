/** Two things happen to one upload, or to its draft, at the same time: no file is lost. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { UPLOAD } from '#domain/uploads/messages.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { fillDraft } from '#tests/draft-documents.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { beginUpload, createUpload, locationOf, offsetOf, patch, TUS } from '#tests/tus-uploads.ts';
import { storageUnavailable } from '../files/storage-problem.ts';
import { checkUpload } from './checking.ts';
import { mergeParts } from './parts.ts';
import * as store from './store.ts';

const PAIRS = 24;

describe.each(WORLDS)('on %s', (world) => {
  let app: TestApp;
  let pdf: Buffer;
  beforeAll(async () => {
    app = await createTestAppIn(world);
    pdf = await makePdf({ pages: 2 });
  });
  afterAll(() => app.close());

  const isStored = async (key: string) => {
    const file = await app.services.files.get(key);
    file?.stream.destroy();
    return file !== undefined;
  };
  const rowsOf = (person: Person) =>
    app.services.db.read
      .selectFrom('draft_documents')
      .selectAll()
      .where('user_id', '=', person.id)
      .where('kind', '=', 'pitch_deck');

  test('a document is deleted or submitted, never both', async () => {
    const outcomes = new Set<string>();
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const person = await app.signIn();
      const programId = (await insertProgram(app.services)).id;
      const { digests } = await fillDraft(app.services, person, programId);
      const { id } = await rowsOf(person).executeTakeFirstOrThrow();
      const [submitted, deleted] = await Promise.all([
        person.post(`/drafts/${programId}/submit`, { documents: digests }),
        pause(pair % 8).then(() => person.delete(`/uploads/${id}`, { headers: TUS })),
      ]);
      outcomes.add(`${submitted.status} ${deleted.status}`);
    }
    const possible = ['201 404', '202 204', '202 409'];
    expect([...outcomes].filter((outcome) => !possible.includes(outcome))).toEqual([]);
    const documents = await app.services.db.read.selectFrom('documents').select('key').execute();
    for (const { key } of documents) expect(await isStored(key), key).toBe(true);
  });

  test('of several documents of one kind that begin at once, each is begun, and the last one stays', async () => {
    const person = await app.signIn();
    const program_id = (await insertProgram(app.services)).id;
    const begun = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() =>
        createUpload(person, { program_id, kind: 'pitch_deck' }, pdf.length),
      ),
    );
    expect(begun.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    const { id } = await rowsOf(person).executeTakeFirstOrThrow();
    const answers = await Promise.all(begun.map((one) => patch(person, locationOf(one), 0, pdf)));
    for (const [index, { status, body }] of answers.entries()) {
      if (locationOf(begun[index]!).endsWith(id)) expect(status).toBe(204);
      else expect([status, body.message]).toEqual([404, UPLOAD.gone]);
    }
    expect(await rowsOf(person).executeTakeFirst()).toMatchObject({ id, state: 'ready' });
  });

  test.each([1, 2])('of two checks of a document in %i parts, one counts', async (parts) => {
    const person = await app.signIn();
    const program_id = (await insertProgram(app.services)).id;
    const location = await beginUpload(person, { program_id, kind: 'pitch_deck' }, pdf.length);
    const get = vi.spyOn(app.services.files, 'get').mockRejectedValue(storageUnavailable('test'));
    const half = parts === 1 ? pdf.length : 500;
    await patch(person, location, 0, pdf.subarray(0, half));
    if (parts === 2) await patch(person, location, half, pdf.subarray(half));
    get.mockRestore();
    const id = location.split('/').at(-1)!;
    const upload = (await store.findUpload(app.services.db.read, person.id, id))!;
    expect([upload.state, upload.parts.length]).toEqual(['checking', parts]);
    await Promise.allSettled([
      checkUpload(app.services, upload),
      checkUpload(app.services, upload),
    ]);
    const { state, key } = await rowsOf(person).executeTakeFirstOrThrow();
    expect([state, await isStored(key)]).toEqual(['ready', true]);
  });

  test('whoever looks at files that another request has merged takes nothing back', async () => {
    const person = await app.signIn();
    const program_id = (await insertProgram(app.services)).id;
    const location = await beginUpload(person, { program_id, kind: 'pitch_deck' }, pdf.length);
    const parts = 64;
    for (let at = 0; at < parts; at += 1)
      await patch(person, location, at, pdf.subarray(at, at + 1));
    const seen = (await store.findUpload(
      app.services.db.read,
      person.id,
      location.split('/').at(-1)!,
    ))!;
    // Nothing arrives, but the parts are merged.
    await patch(person, location, parts, pdf.subarray(0, 0));
    await expect(mergeParts(app.services, seen)).rejects.toMatchObject({ code: 'offset_differs' });
    expect(await offsetOf(person, location)).toBe(parts);
    expect((await patch(person, location, parts, pdf.subarray(parts))).status).toBe(204);
    expect((await rowsOf(person).executeTakeFirstOrThrow()).state).toBe('ready');
  });
});
