import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import {
  enquiryInput,
  faqInput,
  insertPost,
  programInput,
  testimonialInput,
} from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';
import { erasePerson } from '../accounts/erasure-service.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';

describe.each(ENGINES)('what the log calls things, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Esi', last_name: 'Auditor' });
  });
  afterAll(() => app.close());

  const namesOf = async (query: Record<string, string>): Promise<unknown[]> => {
    const { status, body } = await admin.get(`/audit/?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return body.map((entry: { entity_name: unknown }) => entry.entity_name);
  };
  const idOf = async (path: string, by: { post: Person['post'] }, input: object) =>
    (await by.post(path, input)).body.id as string;

  test('each thing by the name that it has now, in a page of many kinds', async () => {
    const applicant = await app.signIn({ first_name: 'Abla', last_name: 'Doe' });
    const { proposal } = await submit(app.services, applicant, { business_name: 'Abla Cocoa' });
    const program = await idOf('/programs/', admin, programInput({ title: 'Bridges' }));
    const faq = await idOf('/faqs/', admin, faqInput({ question: 'Who may apply?' }));
    const post = await insertPost(app.services, { title: 'In Tamale' });
    await admin.patch(`/cms/${post.id}`, { is_published: false });
    await admin.patch(`/auth/admin/${applicant.id}/role`, { role: 'ADMIN' });
    const person = { first_name: 'Kojo', last_name: 'Antwi' };
    const enquiry = await idOf('/contact_forms/', app.visitor, enquiryInput(person));
    const quote = await idOf('/testimonials/', app.visitor, testimonialInput(person));
    await admin.patch(`/programs/${program}`, { title: 'Roads and bridges' });
    const reason = { title: 'Too early', text: 'Please come back when you have customers.' };
    const template = await idOf('/proposals/admin/decline-templates', admin, reason);
    const { body } = await admin.get('/audit/?limit=100');
    const called = new Map(
      body.map((entry: Record<string, string>) => [entry['entity_id'], entry['entity_name']]),
    );
    expect(
      [proposal.id, program, faq, post.id, applicant.id, enquiry, quote, template].map((id) =>
        called.get(id),
      ),
    ).toEqual([
      'Abla Cocoa',
      'Roads and bridges',
      'Who may apply?',
      'In Tamale',
      'Abla Doe',
      'Kojo Antwi',
      'Kojo Antwi',
      'Too early',
    ]);
  });

  test('what is deleted has no name, nor has what is about no row', async () => {
    const faq = await idOf('/faqs/', admin, faqInput({ question: 'Until when?' }));
    expect(await namesOf({ entity_id: faq })).toEqual(['Until when?']);
    await admin.delete(`/faqs/${faq}`);
    expect(await namesOf({ entity_id: faq })).toEqual([null, null]);
  });

  test('nothing of a person who was erased, nor of what they did', async () => {
    const erased = await app.signIn({ role: 'admin', first_name: 'Fafali', last_name: 'Gone' });
    const faq = await idOf('/faqs/', erased, faqInput({ question: 'Fafali asks?' }));
    await admin.patch(`/auth/admin/${erased.id}/role`, { role: 'APPLICANT' });
    await erasePerson(app.services, erased.email, leaveRounds);
    expect(await namesOf({ entity_id: faq })).toEqual([null]);
    const about = await namesOf({ entity: 'user', entity_id: erased.id });
    expect(new Set(about)).toEqual(new Set([null]));
    await admin.patch(`/faqs/${faq}`, { question: 'Who asks?' });
    expect(await namesOf({ entity_id: faq })).toEqual(['Who asks?', null]);
  });
});
