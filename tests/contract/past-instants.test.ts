/** contract §3.1: what cannot be taken back is never planned for the past, at whichever door. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../app.ts';
import { days, insertPost, insertProgram, programInput } from '../factories.ts';
import { insertApplication, joinAsJudge, openRound, rubric, submitAll } from '../judging-world.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn({ role: 'admin' });
});
afterAll(() => app.close());

/** A year early, as somebody types who has the wrong year; and two minutes ago. */
const PAST = [() => days(-365), () => new Date(Date.now() - 120_000)];
const program = async (more: Record<string, unknown> = {}) =>
  (await admin.post('/programs/', { ...programInput(), ...more })).body;
const closed = () => insertProgram(app.services, { deadline_date: days(-1) });

/** Each door: the field, and the call that says it. */
const DOORS: [
  string,
  string,
  () => Promise<(at: string) => Promise<{ status: number; body: any }>>,
][] = [
  [
    'the release of a round',
    'at',
    async () => {
      const judge = await joinAsJudge(app, admin);
      const { id } = await closed();
      await insertApplication(app, id);
      const more = { reviews_per_proposal: 1 };
      const round = await openRound(app, admin, id, { judges: [judge], places: 1, round: more });
      await submitAll(judge, round, () => [4, 4, 4, 4]);
      await admin.post(`/rounds/${round}/close`, {});
      await admin.put(`/rounds/${round}/decisions`, { from_ranking: true });
      await admin.post(`/rounds/${round}/seal`, {});
      return (at) => admin.post(`/rounds/${round}/release`, { at });
    },
  ],
  [
    'an announcement',
    'at',
    async () => {
      const { id } = await program({ announces: 'together' });
      return (at) => admin.post(`/programs/${id}/announce`, { at });
    },
  ],
  [
    'a mailing',
    'send_at',
    async () => {
      const { id } = await program();
      await insertApplication(app, id);
      const mail = { filter: { program_id: id }, subject: 'News', text: 'Hello' };
      return (at) => admin.post('/mailings/', { ...mail, send_at: at });
    },
  ],
  [
    'a new round',
    'closes_at',
    async () => {
      const { id } = await closed();
      return (at) => admin.post('/rounds/', { program_id: id, name: 'Screening', closes_at: at });
    },
  ],
  [
    'reopening a round',
    'closes_at',
    async () => {
      const judge = await joinAsJudge(app, admin);
      const { id } = await closed();
      await insertApplication(app, id);
      const more = { reviews_per_proposal: 1 };
      const round = await openRound(app, admin, id, { judges: [judge], places: 1, round: more });
      await submitAll(judge, round, () => [4, 4, 4, 4]);
      await admin.post(`/rounds/${round}/close`, {});
      const reason = 'A judge was ill for the whole week.';
      return (at) => admin.post(`/rounds/${round}/reopen`, { closes_at: at, reason });
    },
  ],
  [
    'a draft of a round',
    'closes_at',
    async () => {
      const { id } = await closed();
      const round = await admin.post('/rounds/', {
        program_id: id,
        name: 'Screening',
        criteria: rubric(),
      });
      return (at) => admin.patch(`/rounds/${round.body.id}`, { closes_at: at });
    },
  ],
  [
    'more time for somebody',
    'until',
    async () => {
      const { id } = await closed();
      const { email } = await app.signIn();
      return (at) =>
        admin.post(`/programs/${id}/extensions`, { email, until: at, reason: 'No power in Wa.' });
    },
  ],
  ['a notice', 'until', async () => (at) => admin.put('/notice', { text: 'News', until: at })],
  [
    'a request for changes',
    'due_at',
    async () => {
      const { id } = await closed();
      const { id: proposal } = await insertApplication(app, id);
      const asked = { text: 'Which year?', fields: ['business_name'] };
      return (at) => admin.post(`/proposals/${proposal}/requests`, { ...asked, due_at: at });
    },
  ],
  [
    'a planned post',
    'publish_at',
    async () => {
      const { id } = await insertPost(app.services, { is_published: false });
      return (at) => admin.patch(`/cms/${id}`, { publish_at: at });
    },
  ],
  [
    'the opening of a program',
    'opens_at',
    async () => {
      const { id } = await program();
      return (at) => admin.patch(`/programs/${id}`, { opens_at: at });
    },
  ],
];

test.each(DOORS)(
  '%s is refused with the field for an instant in the past',
  async (_, field, open) => {
    const call = await open();
    for (const past of PAST) {
      const answer = await call(past().toISOString());
      expect(answer.status, JSON.stringify(answer.body)).toBe(422);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
    }
  },
);
