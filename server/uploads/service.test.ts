/** Uploads as an applicant's device sees them, through a real tus client. */
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { storedKeys } from '#tests/proposal-forms.ts';
import { startTcpProxy } from '#tests/servers/tcp-proxy.ts';
import {
  beginUpload,
  createUpload,
  headOf,
  locationOf,
  offsetOf,
  patch,
  sendByClient,
  TUS,
} from '#tests/tus-uploads.ts';

import { purgeRows, sweepFiles } from '../jobs/housekeeping.ts';
import { partKeyOf } from './store.ts';

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(WORLDS)('on %s', (world) => {
  let app: TestApp;
  let applicant: Person;
  let pdf: Buffer;
  beforeAll(async () => {
    app = await createTestAppIn(world);
    pdf = await makePdf({ pages: 3, megabytes: 1 });
  });
  afterAll(() => app.close());

  const rowOf = (location: string) =>
    app.services.db.read
      .selectFrom('draft_documents')
      .selectAll()
      .where('id', '=', location.split('/').at(-1)!)
      .executeTakeFirst();
  const newDocument = async () => {
    applicant = await app.signIn();
    return { program_id: (await insertProgram(app.services)).id };
  };
  const ownKeys = async () =>
    (await storedKeys(app.services)).filter((key) => key.startsWith(applicant.id));
  const partsOf = (location: string) =>
    storedKeys(app.services, `uploads/${location.split('/').at(-1)}`);

  test('a document in one piece is stored, inspected and ready', async () => {
    const document = await newDocument();
    const { done } = sendByClient(app.url, applicant, document, pdf);
    const { url, requests } = await done;
    expect(requests).toEqual(['POST 201', 'PATCH 204']);
    const row = await rowOf(url!);
    expect(row).toMatchObject({
      kind: 'pitch_deck',
      name: 'Deck.pdf',
      state: 'ready',
      sha256: digestOf(pdf),
      pages: 3,
      parts: [],
      markers: [],
    });
    const file = await app.services.files.get(row!.key);
    expect(digestOf(await buffer(file!.stream))).toBe(digestOf(pdf));
    expect(await partsOf(url!)).toEqual([]);
    expect(await ownKeys()).toEqual([row!.key]);
  });

  test('one of many pieces, sent with the creation, becomes one file', async () => {
    const document = await newDocument();
    const { url } = await sendByClient(app.url, applicant, document, pdf, {
      chunkSize: 150_000,
      uploadDataDuringCreation: true,
    }).done;
    const row = await rowOf(url!);
    expect(row).toMatchObject({ state: 'ready', sha256: digestOf(pdf), parts: [] });
    expect(await ownKeys()).toEqual([row!.key]);
    expect(await partsOf(url!)).toEqual([]);
  });

  test('very many pieces never make very many files', async () => {
    const document = await newDocument();
    const location = await beginUpload(applicant, document, pdf.length);
    for (let at = 0; at < 80; at += 1) {
      expect((await patch(applicant, location, at, pdf.subarray(at, at + 1))).status).toBe(204);
    }
    expect((await partsOf(location)).length).toBeLessThan(70);
    expect((await patch(applicant, location, 80, pdf.subarray(80))).status).toBe(204);
    expect(await rowOf(location)).toMatchObject({ state: 'ready', sha256: digestOf(pdf) });
    expect(await partsOf(location)).toEqual([]);
  });

  test('on a line that breaks repeatedly, the client resumes by itself, and nothing is sent twice', async () => {
    const document = await newDocument();
    const line = await startTcpProxy(Number(new URL(app.url).port), { cutAfterBytes: 1_000_000 });
    const large = await makePdf({ megabytes: 5 });
    const { done } = sendByClient(`http://127.0.0.1:${line.port}`, applicant, document, large);
    const { url, requests } = await done;
    await line.stop();
    expect(await rowOf(url!)).toMatchObject({ state: 'ready', sha256: digestOf(large) });
    expect(requests.filter((request) => request === 'HEAD 200').length).toBeGreaterThan(3);
    expect(line.sentBytes(), 'no byte more than twice').toBeLessThan(2 * large.length);
  });

  test('after a reload another client resumes where the first one stopped', async () => {
    const document = await newDocument();
    const location = await beginUpload(applicant, document, pdf.length);
    await patch(applicant, location, 0, pdf.subarray(0, 400_000));
    const { requests } = await sendByClient(app.url, applicant, document, pdf, {
      uploadUrl: app.url + location,
    }).done;
    expect(requests).toEqual(['HEAD 200', 'PATCH 204']);
    expect(await rowOf(location)).toMatchObject({ state: 'ready', sha256: digestOf(pdf) });
  });

  test('a new upload of a kind replaces the older one with its bytes; the other kind stays', async () => {
    const document = await newDocument();
    const financials = await sendByClient(
      app.url,
      applicant,
      { ...document, kind: 'financials' },
      pdf,
    ).done;
    const first = await sendByClient(app.url, applicant, document, pdf).done;
    const half = await beginUpload(applicant, document, pdf.length);
    expect(await rowOf(first.url!)).toBeUndefined();
    await patch(applicant, half, 0, pdf.subarray(0, 1000));
    const { url } = await sendByClient(app.url, applicant, document, pdf).done;
    expect((await headOf(applicant, half)).status).toBe(404);
    expect(await partsOf(half)).toEqual([]);
    const stored = [(await rowOf(url!))!.key, (await rowOf(financials.url!))!.key];
    expect(await ownKeys()).toEqual(stored.sort());
  });

  test("somebody else's upload does not exist; one's own can be deleted", async () => {
    const document = await newDocument();
    const location = await beginUpload(applicant, document, pdf.length);
    await patch(applicant, location, 0, pdf.subarray(0, 1000));
    const owner = applicant;
    const other = await app.signIn();
    const remove = (person: Person) => person.delete(location, { headers: TUS });
    expect((await headOf(other, location)).status).toBe(404);
    expect((await patch(other, location, 1000, pdf.subarray(1000))).status).toBe(404);
    expect((await remove(other)).status).toBe(404);
    expect(await offsetOf(owner, location)).toBe(1000);
    expect((await remove(owner)).status).toBe(204);
    expect((await remove(owner)).status).toBe(404);
    expect((await headOf(owner, location)).status).toBe(404);
    expect(await partsOf(location)).toEqual([]);
    expect((await headOf(owner, `/uploads/${randomUUID()}`)).status).toBe(404);
    expect((await headOf(owner, '/uploads/nonsense')).status).toBe(404);
  });

  test('the log says what an upload was before it was checked or deleted', async () => {
    const document = await newDocument();
    const { url } = await sendByClient(app.url, applicant, document, pdf).done;
    const id = url!.split('/').at(-1)!;
    expect((await applicant.delete(`/uploads/${id}`, { headers: TUS })).status).toBe(204);
    const found = await app.services.db.read
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute();
    expect(found).toContainEqual({
      action: 'uploads.update',
      changes: expect.arrayContaining([{ field: 'state', before: 'checking', after: 'ready' }]),
    });
    expect(found).toContainEqual({
      action: 'uploads.delete',
      changes: [{ field: 'kind', before: 'pitch_deck', after: null }],
    });
  });

  test('it expires seven days later, and its bytes soon after', async () => {
    const document = await newDocument();
    const created = await createUpload(applicant, document, pdf.length);
    const location = locationOf(created);
    const until = new Date(created.headers.get('upload-expires')!);
    expect(until.toUTCString()).toBe(created.headers.get('upload-expires'));
    const { headers } = await patch(applicant, location, 0, pdf.subarray(0, 1000));
    expect(headers.get('upload-expires')).toBe(until.toUTCString());
    const ready = await sendByClient(app.url, applicant, { ...document, kind: 'financials' }, pdf)
      .done;
    const { db, clock } = app.services;
    await db.read
      .updateTable('draft_documents')
      .set({ expires_at: new Date(clock().getTime() - 1) })
      .where('user_id', '=', applicant.id)
      .execute();
    expect((await headOf(applicant, location)).status).toBe(410);
    expect(await patch(applicant, location, 1000, pdf.subarray(1000))).toMatchObject({
      status: 410,
      body: { code: 'upload_expired' },
    });
    await purgeRows(app.services);
    expect((await headOf(applicant, location)).status).toBe(404);
    expect(await partsOf(location)).toEqual([]);
    expect(await rowOf(ready.url!), 'what is ready lives as long as its draft').toMatchObject({
      state: 'ready',
    });
  });

  test('the sweep spares what belongs to a draft, incomplete or ready, and removes the rest', async () => {
    const document = await newDocument();
    const half = await beginUpload(applicant, document, pdf.length);
    for (const at of [0, 1000]) await patch(applicant, half, at, pdf.subarray(at, at + 1000));
    await sendByClient(app.url, applicant, { ...document, kind: 'financials' }, pdf).done;
    const stored = await storedKeys(app.services);
    const { files, stagingDir } = app.services;
    const foreign = partKeyOf(randomUUID(), 0, randomUUID());
    const lost = partKeyOf(half.split('/').at(-1)!, 0, randomUUID());
    for (const key of [foreign, lost]) {
      const path = join(stagingDir, randomUUID());
      writeFileSync(path, 'lost');
      await files.put(key, path, {
        size: 4,
        sha256: digestOf(Buffer.from('lost')),
        contentType: '',
      });
    }
    app.pass(7 * 3600);
    await sweepFiles(app.services);
    expect(await storedKeys(app.services)).toEqual(stored);
  });
});
