import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import type { Services } from '../context.ts';
import { remindOfDeadlines, stopAddress } from './deadlines.ts';

const HOUR_SECONDS = 3600;

describe.each(ENGINES)('reminders, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  beforeEach(async () => {
    applicant = await app.signIn();
    const deadline = days(2, new Date(app.services.clock().getTime() + 2 * HOUR_SECONDS * 1000));
    const seed = { title: 'Trek', deadline_date: deadline };
    programId = (await insertProgram(app.services, seed)).id;
    await applicant.put(`/drafts/${programId}`, { fields: { business_name: 'Asante' } });
  });
  afterAll(() => app.close());

  const reminders = async () =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', applicant.email)
        .where('subject', 'like', '%closes on%')
        .execute()
    ).length;

  test('one mail 48 hours before the deadline, with what is missing and a way to end them', async () => {
    await remindOfDeadlines(app.services);
    expect(await reminders()).toBe(0);
    app.pass(3 * HOUR_SECONDS);
    await Promise.all([remindOfDeadlines(app.services), remindOfDeadlines(app.services)]);
    await remindOfDeadlines(app.services);
    expect(await reminders()).toBe(1);
    await expect
      .poll(() => app.readMails(applicant.email).join())
      .toContain('Still missing: the business location, the pitch deck, the financials.');
    const [mail] = app.readMails(applicant.email);
    const address = stopAddress(app.services, applicant.id);
    expect(mail).toContain(`List-Unsubscribe: <${address}>\r\n`);
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  test('one that cannot be written does not hold up the others', async () => {
    const people = [applicant, await app.signIn()];
    await people[1]!.put(`/drafts/${programId}`, { fields: FIELDS });
    app.pass(3 * HOUR_SECONDS);
    const { db, log } = app.services;
    let writes = 0;
    const write: Services['db']['write'] = (work) => {
      writes += 1;
      return writes === 1 ? Promise.reject(new Error('broken')) : db.write(work);
    };
    const reminded = async () => {
      let total = 0;
      for (applicant of people) total += await reminders();
      return total;
    };
    const error = vi.spyOn(log, 'error');
    await remindOfDeadlines({ ...app.services, db: { ...db, write } }).catch(() => undefined);
    expect([await reminded(), error.mock.calls.length]).toEqual([1, 1]);
    error.mockRestore();
    await remindOfDeadlines(app.services);
    expect(await reminded()).toBe(2);
  });

  test('people who wait for documents, opted out or are inactive get none', async () => {
    const { digests } = await twoDocuments();
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    await applicant.post(`/drafts/${programId}/submit`, { documents: digests });
    app.pass(3 * HOUR_SECONDS - 1800);
    await remindOfDeadlines(app.services);
    expect(await reminders()).toBe(0);
    const other = await app.signIn();
    const profile = await other.patch('/auth/me', { wants_reminders: false });
    expect([profile.status, profile.body.wants_reminders]).toEqual([200, false]);
    expect((await other.get('/auth/me')).body.wants_reminders).toBe(false);
    await other.put(`/drafts/${programId}`, { fields: FIELDS });
    app.pass(2 * HOUR_SECONDS);
    applicant = other;
    await remindOfDeadlines(app.services);
    expect(await reminders()).toBe(0);
  });

  test('one click without logging in ends them; opening the page does not, and an altered link is 403', async () => {
    const address = stopAddress(app.services, applicant.id);
    const wanted = async () => (await applicant.get('/auth/me')).body.wants_reminders;
    const at = (query: string) => `${app.url}${new URL(address).pathname}?${query}`;
    const query = new URL(address).search.slice(1);
    const look = await fetch(at(query));
    expect([look.status, look.headers.get('content-type'), await wanted()]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ]);
    const forged = query.replace(applicant.id, (await app.signIn()).id);
    for (const wrong of [forged, '', `user=${applicant.id}`])
      expect((await fetch(at(wrong), { method: 'POST' })).status).toBe(403);
    expect(await wanted()).toBe(true);
    for (const _try of [1, 2]) {
      const answer = await fetch(at(query), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(answer.status).toBe(200);
    }
    expect(await wanted()).toBe(false);
    const form = new FormData();
    form.append('List-Unsubscribe', 'One-Click');
    expect((await fetch(at(query), { method: 'POST', body: form })).status).toBe(200);
  });

  test('a person who opens the link sees pages of the product: a question, or why it is refused', async () => {
    const open = (address: string) => fetch(address, { headers: { accept: 'text/html,*/*' } });
    const { pathname, search } = new URL(stopAddress(app.services, applicant.id));
    const asked = await open(`${app.url}${pathname}${search}`);
    expect(asked.headers.get('content-security-policy')).toMatch(/style-src .*form-action 'self'/);
    expect(await asked.text()).toContain('<style>');
    const refused = await open(`${app.url}${pathname}?user=${applicant.id}`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      403,
      'text/html; charset=utf-8',
    ]);
    expect(await refused.text()).toContain('This link is not valid.');
  });
});
