import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/app.ts';
import { createTestAppIn, WORLDS, type AppInWorld } from '#tests/engines/world.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submit, type Form } from '#tests/proposal-forms.ts';
import { readZip } from '#tests/zip-files.ts';

describe.each(WORLDS)('an archive of documents, on %s', (world) => {
  let app: AppInWorld;
  let admin: Person;
  let programId: string;
  beforeAll(async () => {
    app = await createTestAppIn(world);
    admin = await app.signIn({ role: 'admin' });
  });
  beforeEach(async () => {
    programId = (await insertProgram(app.services)).id;
  });
  afterAll(() => app.close());

  const send = async (business_name: string, fields: Form = {}) =>
    (
      await submit(app.services, await app.signIn({ region: 'Volta' }), {
        business_name,
        program_id: programId,
        ...fields,
      })
    ).proposal;
  const ask = (person: Person = admin, query = `program_id=${programId}`) =>
    fetch(`${app.url}/api/v1/proposals/admin/documents.zip?${query}`, {
      headers: { ...(person.token && { authorization: `Bearer ${person.token}` }) },
    });
  const download = async (query?: string) =>
    readZip(Buffer.from(await (await ask(admin, query)).arrayBuffer()));

  /** Documents that this process holds open. */
  const openFiles = (): string[] =>
    readdirSync('/proc/self/fd')
      .map((fd) => {
        try {
          return readlinkSync(join('/proc/self/fd', fd));
        } catch {
          // Closed meanwhile.
          return '';
        }
      })
      .filter((path) => path.startsWith(join(app.services.config.dataDir, 'files')));

  test('holds all that match, whole, under names that people can read', async () => {
    const [deck, financials] = [await makePdf({ pages: 4 }), await makePdf({ pages: 5 })];
    const [oldest, older] = [await send('Same Name'), await send('Same Name')];
    const hostile = 'Ɛdwoa: "Foods"/../../etc\\passwd.';
    const newest = await send(hostile, { pitch_deck: deck, financials });
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toContain(
      'attachment; filename="documents.zip"',
    );
    const files = readZip(Buffer.from(await answer.arrayBuffer()));
    const first = `${newest.receipt_number} Ɛdwoa Foods .. .. etc passwd (Volta)`;
    expect([...files.keys()]).toEqual([
      `${first}/Pitch deck.pdf`,
      `${first}/Financials.pdf`,
      `${older.receipt_number} Same Name (Volta)/Pitch deck.pdf`,
      `${older.receipt_number} Same Name (Volta)/Financials.pdf`,
      `${oldest.receipt_number} Same Name (Volta)/Pitch deck.pdf`,
      `${oldest.receipt_number} Same Name (Volta)/Financials.pdf`,
    ]);
    expect(files.get(`${first}/Pitch deck.pdf`)!.equals(deck)).toBe(true);
    expect(files.get(`${first}/Financials.pdf`)!.equals(financials)).toBe(true);
  });

  test('applies the filters of the list; without matches it is empty', async () => {
    await send('Wanted Weaves');
    await send('Other Oils');
    expect((await download(`program_id=${programId}&q=weaves`)).size).toBe(2);
    expect((await download(`program_id=${programId}&q=nothing+at+all`)).size).toBe(0);
    expect((await ask(admin, 'program_id=x')).status).toBe(422);
  });

  test('selects single proposals by their ids', async () => {
    const [first, , third] = [await send('First'), await send('Second'), await send('Third')];
    expect([...(await download(`ids=${first.id},${third.id}`)).keys()]).toEqual([
      `${third.receipt_number} Third (Volta)/Pitch deck.pdf`,
      `${third.receipt_number} Third (Volta)/Financials.pdf`,
      `${first.receipt_number} First (Volta)/Pitch deck.pdf`,
      `${first.receipt_number} First (Volta)/Financials.pdf`,
    ]);
    const tooManyIds = Array.from({ length: 101 }, () => randomUUID()).join(',');
    expect((await ask(admin, `ids=${tooManyIds}`)).status).toBe(422);
    expect((await ask(admin, 'ids=x')).status).toBe(422);
  });

  test('names what is missing, altered or locked, and contains the rest', async () => {
    const [missing, altered, locked] = [
      await send('Gone'),
      await send('Altered'),
      await send('Locked'),
    ];
    await app.services.files.delete(missing.documents.pitch_deck.key);
    const path = app.fileOf(altered.documents.pitch_deck.key);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
    appendFileSync(app.fileOf(altered.documents.financials.key), 'more');
    await app.services.db.read
      .updateTable('documents')
      .set({ threat: 'Eicar' })
      .where('key', '=', locked.documents.pitch_deck.key)
      .execute();
    const files = await download();
    expect(files.get('MISSING.txt')!.toString().split('\r\n')).toEqual([
      'These documents are missing from this archive, or incomplete:',
      '',
      `${locked.receipt_number} Locked (Volta)/Pitch deck.pdf: a virus was found in it.`,
      `${altered.receipt_number} Altered (Volta)/Pitch deck.pdf: its file could not be read as it was received.`,
      `${altered.receipt_number} Altered (Volta)/Financials.pdf: its file could not be read as it was received.`,
      `${missing.receipt_number} Gone (Volta)/Pitch deck.pdf: its file is not there.`,
      '',
    ]);
    expect([...files.keys()]).toContain(`${locked.receipt_number} Locked (Volta)/Financials.pdf`);
    expect([...files.keys()]).toContain(`${missing.receipt_number} Gone (Volta)/Financials.pdf`);
  });

  test('one at a time for each admin; a reader that stops allows the next', async () => {
    // Larger than the connection's buffers, so that it does not complete by itself.
    const large = Buffer.concat([await makePdf(), Buffer.alloc(18 * 1024 * 1024, '%')]);
    await send('Large One', { pitch_deck: new Uint8Array(large) });
    const answer = await ask();
    const reader = answer.body!.getReader();
    await reader.read();
    const second = await ask();
    expect([second.status, second.headers.get('retry-after'), await second.json()]).toEqual([
      429,
      '5',
      {
        code: 'too_many_attempts',
        message: 'You are already downloading an archive of documents. Wait until it is complete.',
      },
    ]);
    const other = await app.signIn({ role: 'admin' });
    const theirs = await ask(other, `program_id=${programId}&q=nothing`);
    expect([theirs.status, (await theirs.arrayBuffer()).byteLength]).toEqual([200, 22]);
    if (world.endsWith('disk')) expect(openFiles()).not.toEqual([]);
    await reader.cancel();
    await expect.poll(openFiles).toEqual([]);
    await expect
      .poll(async () => {
        const { status, body } = await ask(admin, `program_id=${programId}&q=nothing`);
        await body?.cancel();
        return status;
      })
      .toBe(200);
  });

  test('is for admins only', async () => {
    expect((await ask(app.visitor)).status).toBe(401);
    expect((await ask(await app.signIn())).status).toBe(403);
  });
});
