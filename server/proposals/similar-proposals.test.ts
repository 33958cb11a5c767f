import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submit, type Form } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('similar proposals on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let count = 0;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const newPhone = () => `02${String((count += 1)).padStart(8, '0')}`;
  const send = async (business_name: string, fields: Form = {}, phone_number = newPhone()) => {
    const applicant = await app.signIn({ first_name: 'Ama', last_name: 'Owner', phone_number });
    // Noise makes each document different.
    const [pitch_deck, financials] = [
      await makePdf({ megabytes: 0.001 }),
      await makePdf({ megabytes: 0.001 }),
    ];
    const form = { business_name, pitch_deck, financials, ...fields };
    const { proposal } = await submit(app.services, applicant, form);
    return { ...proposal, applicant: { ...proposal.applicant, id: applicant.id } };
  };
  const similar = async (id: string) => (await admin.get(`/proposals/${id}/similar`)).body;

  test('the same document, whichever of the two it is', async () => {
    const file = await makePdf({ pages: 9 });
    const program = await insertProgram(app.services, { title: 'Cocoa for all' });
    const proposal = await send('Baobab Juice', { pitch_deck: file });
    const other = await send('Neem Oils', { financials: file, program_id: program.id });
    expect(await similar(proposal.id)).toEqual([
      {
        id: other.id,
        business_name: 'Neem Oils',
        program_id: program.id,
        program_title: 'Cocoa for all',
        applicant: { id: other.applicant.id, first_name: 'Ama', last_name: 'Owner' },
        created_at: other.created_at,
        reason: 'same_document',
        kind: 'pitch_deck',
        other_kind: 'financials',
        sentence: 'The same file is this proposal’s pitch deck and the other one’s financials.',
      },
    ]);
    expect((await similar(other.id)).map(({ id }: any) => id)).toEqual([proposal.id]);
  });

  test('the same phone of another applicant', async () => {
    const phone = newPhone();
    const proposal = await send('Shea Butterworks', {}, phone);
    const other = await send('Tilapia Ponds', {}, phone);
    expect(await similar(proposal.id)).toMatchObject([
      {
        id: other.id,
        reason: 'same_phone',
        kind: null,
        sentence: `Another applicant has the same phone number, ${phone}.`,
      },
    ]);
  });

  test('nearly the same name, the nearest first; others are not listed', async () => {
    const proposal = await send('Kasapreko Drinks Ltd');
    const near = await send('Kasaprekoo Drinks');
    const sameName = await send('KASAPREKO DRINKS');
    const turned = await send('Xasapreko Drinks');
    await send('Palm Drinks Ltd');
    const entries = await similar(proposal.id);
    expect(entries[0]).toMatchObject({
      id: sameName.id,
      sentence: 'The business has the same name.',
    });
    expect(entries.map(({ id }: any) => id).sort()).toEqual(
      [near.id, sameName.id, turned.id].sort(),
    );
    expect(entries[1]).toMatchObject({
      reason: 'similar_name',
      sentence: 'The business has nearly the same name.',
    });
  });

  test('two reasons give two entries; a proposal is never similar to itself', async () => {
    const phone = newPhone();
    const proposal = await send('Two Reasons Ltd', {}, phone);
    const other = await send('Two Reasons', {}, phone);
    expect((await similar(proposal.id)).map(({ id, reason }: any) => [id, reason])).toEqual([
      [other.id, 'same_phone'],
      [other.id, 'similar_name'],
    ]);
  });

  test('for admins, and 404 for a missing proposal', async () => {
    const { id } = await send('Lonely');
    const applicant = await app.signIn();
    expect((await applicant.get(`/proposals/${id}/similar`)).status).toBe(403);
    expect((await app.visitor.get(`/proposals/${id}/similar`)).status).toBe(401);
    expect((await admin.get(`/proposals/${crypto.randomUUID()}/similar`)).status).toBe(404);
    const { body, headers } = await admin.get(`/proposals/${id}/similar`);
    expect([body, headers.get('x-total-count')]).toEqual([[], '0']);
  });

  test('marks and filters: possible duplicates, and several of one person in a program', async () => {
    const { id: program_id } = await insertProgram(app.services, { title: 'Twice over' });
    const { id: elsewhere } = await insertProgram(app.services, { title: 'Elsewhere' });
    const [file, phone] = [await makePdf({ pages: 7 }), newPhone()];
    const named = [
      await send('Twice Farms', { program_id, pitch_deck: file }, phone),
      await send('Other Name', { program_id, financials: file }),
      await send('Phone Twin', { program_id }, phone),
      await send('TWICE farms', { program_id }),
      await send('Alone', { program_id }),
      await send('Twice Farms', { program_id: elsewhere, pitch_deck: file }, phone),
    ];
    const several = await app.signIn({ first_name: 'Yaw', phone_number: newPhone() });
    const names = ['Yaw One', 'Yaw Two', 'Yaw Three'];
    for (const business_name of names) {
      const [pitch_deck, financials] = [
        await makePdf({ megabytes: 0.001 }),
        await makePdf({ megabytes: 0.001 }),
      ];
      await submit(app.services, several, { business_name, program_id, pitch_deck, financials });
    }
    const list = async (who: Person, filter: string, program = program_id) => {
      const { body, headers } = await who.get(
        `/proposals/admin/all?program_id=${program}&sort=business_name&${filter}`,
      );
      expect(headers.get('x-total-count')).toBe(String(body.length));
      return body.map(({ business_name }: any) => business_name).sort();
    };
    const doubtful = ['Other Name', 'Phone Twin', 'TWICE farms', 'Twice Farms'];
    expect(await list(admin, 'possible_duplicate=true')).toEqual(doubtful);
    expect(await list(admin, 'possible_duplicate=false')).toEqual(['Alone', ...names].sort());
    expect(await list(admin, 'one_of_several=true')).toEqual([...names].sort());
    expect(await list(admin, 'one_of_several=false')).toEqual(['Alone', ...doubtful].sort());
    // In another program the same business is nobody's duplicate.
    expect(await list(admin, 'possible_duplicate=true', elsewhere)).toEqual([]);
    // Who sees no phones learns nothing of them.
    const viewer = await app.signIn({ role: 'viewer' });
    expect(await list(viewer, 'possible_duplicate=true')).toEqual(
      doubtful.filter((name) => name !== 'Phone Twin'),
    );
    const marks = ({ possible_duplicate, of_person }: any) => [possible_duplicate, of_person];
    const { body } = await admin.get(`/proposals/admin/all?program_id=${program_id}`);
    const markOf = (name: string) => marks(body.find((row: any) => row.business_name === name));
    expect([markOf('Phone Twin'), markOf('Alone'), markOf('Yaw Two')]).toEqual([
      [true, 1],
      [false, 1],
      [false, 3],
    ]);
    const [first, , phoneTwin] = named;
    expect(marks((await admin.get(`/proposals/${first!.id}/admin`)).body)).toEqual([true, 1]);
    expect(marks((await viewer.get(`/proposals/${phoneTwin!.id}/admin`)).body)).toEqual([false, 1]);
    const own = (await several.get('/proposals/')).body[0];
    expect([own.possible_duplicate, own.of_person]).toEqual([undefined, undefined]);
    const preview = await admin.post('/proposals/admin/bulk', {
      filter: { program_id, one_of_several: 'true' },
      change: { flagged: true },
      preview: true,
    });
    expect(preview.body.would_change).toBe(3);
    expect((await admin.get('/proposals/admin/all?one_of_several=perhaps')).status).toBe(422);
  });
});
