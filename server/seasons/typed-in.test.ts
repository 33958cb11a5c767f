/** A season with proposals that were entered on behalf of people without an address. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeRows } from '#server/jobs/housekeeping.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submissionTo, submit } from '#tests/proposal-forms.ts';
import { readZip } from '#tests/zip-files.ts';

describe.each(ENGINES)('a season with what was typed in, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  const at = (count: number) => days(count, app.services.clock());
  /** Nobody is logged out meanwhile. */
  async function pass(count: number) {
    const expires_at = at(5000);
    await app.services.db.read.updateTable('sessions').set({ expires_at }).execute();
    app.pass(count * 86_400);
  }

  test('of what was typed in, the archive says so, and accounts that own nothing go with it', async () => {
    const { id: programId, title } = await insertProgram(app.services, { deadline_date: at(2) });
    const admin = await app.signIn({ role: 'admin' });
    const type = async (last_name: string) => {
      const sent = await admin.post(
        '/proposals/admin/on-behalf',
        await submissionTo(programId, {
          ...{ first_name: 'Esi', last_name, phone_number: '0244000111', region: 'Volta' },
          ...{ reason: 'Handed in at the counter in Ho.', received_at: at(0).toISOString() },
          evidence: await makePdf(),
        }),
      );
      return sent.body;
    };
    const { proposal: online } = await submit(app.services, await app.signIn(), {
      program_id: programId,
    });
    const [kept, given] = [await type('Boateng'), await type('Mensah')];
    await pass(3);
    const heir = await app.signIn();
    const handed = await admin.post(`/proposals/${given.id}/owner`, {
      ...{ email: heir.email, reason: 'She has an account of her own.' },
    });
    expect(handed.status).toBe(200);
    const declined = { decision: 'declined', decline_reason: 'It does not fit the program.' };
    for (const { id } of [kept, given, online])
      await admin.patch(`/proposals/${id}/admin`, declined);
    const ending = { title, retention_months: 3 };
    expect((await admin.post(`/programs/${programId}/end`, ending)).status).toBe(200);
    const zip = await fetch(`${app.url}/api/v1/programs/${programId}/archive/1.zip`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const files = readZip(Buffer.from(await zip.arrayBuffer()));
    const listed = (name: string) => JSON.parse(files.get(`data/${name}.json`)!.toString());
    const marks = (rows: { on_behalf: boolean }[]) => rows.map(({ on_behalf }) => !!on_behalf);
    expect(marks(listed('proposals')).sort()).toEqual([false, true, true]);
    expect(marks(listed('receipts')).sort()).toEqual([false, true, true]);
    expect(files.get('data/receipts.csv')!.toString().split('\n')[0]).toContain('on_behalf');
    await pass(70);
    await purgeRows(app.services);
    await pass(31);
    const there = async () =>
      Promise.all(
        [kept.applicant, given.applicant, heir].map(
          async ({ id }) => (await admin.get(`/auth/admin/${id}`)).status,
        ),
      );
    expect(await there()).toEqual([200, 200, 200]);
    await purgeRows(app.services);
    expect(await there()).toEqual([404, 404, 200]);
  });
});
