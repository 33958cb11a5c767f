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
});
