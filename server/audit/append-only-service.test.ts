import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Person, TestApp } from '#tests/app.ts';
import { readAuditLog } from '#tests/audit-log.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { enquiryInput, faqInput } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';
import { erasePerson } from '../accounts/erasure-service.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';

describe.each(ENGINES)('what stands in the log, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Esi', last_name: 'Auditor' });
  });
  afterAll(() => app.close());

  const { list, entriesOf } = readAuditLog(() => admin);

  test('the database itself refuses to change or to delete an entry', async () => {
    await admin.post('/faqs/', faqInput());
    const { read } = app.services.db;
    const refused = /append-only/;
    await expect(read.deleteFrom('audit_log').execute()).rejects.toThrow(refused);
    await expect(
      read.updateTable('audit_log').set({ action: 'faqs.create' }).execute(),
    ).rejects.toThrow(refused);
    await expect(
      read.updateTable('audit_log').set({ changes: '[]', erased: true, actor_id: null }).execute(),
    ).rejects.toThrow(refused);
    if (engine === 'postgres')
      await expect(sql`truncate audit_log`.execute(read)).rejects.toThrow(refused);
  });

  test('a person who is erased leaves that something was done, and none of their words', async () => {
    const erased = await app.signIn({ first_name: 'Fafali', last_name: 'Gone' });
    const { proposal } = await submit(app.services, erased, { business_name: 'Fafali Weaves' });
    await erased.delete(`/proposals/${proposal.id}`);
    await app.visitor.post('/contact_forms/', enquiryInput({ email: erased.email }));
    await erasePerson(app.services, erased.email, leaveRounds);
    const stored = await app.services.db.read.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/Fafali|fafali/);
    expect((await list({ q: 'fafali' })).entries).toEqual([]);
    expect(
      (await entriesOf(proposal.id)).map((entry: any) => [
        entry.action,
        entry.actor,
        entry.changes,
        entry.erased,
      ]),
    ).toEqual([
      ['proposals.delete', { id: erased.id, name: 'A person who was erased' }, [], true],
      ['proposals.submit', { id: erased.id, name: 'A person who was erased' }, [], true],
    ]);
  });
});
