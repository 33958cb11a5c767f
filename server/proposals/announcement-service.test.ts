import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submit } from '#tests/proposal-forms.ts';
import { readZip } from '#tests/zip-files.ts';

const REASON = 'The market that you describe is too small for this program.';
const OTHER_REASON = 'The figures of the second sheet do not add up.';
const DECLINED = { decision: 'declined', decline_reason: REASON };
const UNDO_SECONDS = 300;

describe.each(ENGINES)('what an applicant hears of a decision, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine, { UNDO_SECONDS: String(UNDO_SECONDS) });
    app.holdClock();
  });
  afterAll(() => app.close());

  const begin = async () => {
    const applicant = await app.signIn();
    const admin = await app.signIn({ role: 'admin' });
    const { proposal } = await submit(app.services, applicant);
    const id = proposal.id as string;
    const decide = async (body: object) => {
      const answer = await admin.patch(`/proposals/${id}/admin`, body);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const mails = () =>
      app.services.db.read
        .selectFrom('mails')
        .select(['id', 'subject'])
        .where('topic', '=', `proposals.review:${id}`)
        .orderBy('created_at')
        .execute();
    const mailTexts = async () => {
      const sent = await mails();
      return sent.map((mail) => ({ ...mail, text: app.readMails(mail.id)[0] }));
    };
    const seen = () => seenBy(applicant, id);
    return { id, admin, applicant, decide, mails, mailTexts, seen };
  };

  /** Everything that an applicant can ask about a proposal. */
  const seenBy = async (person: Person, id: string) => {
    const single = await person.get(`/proposals/${id}`);
    const ofThis = ({ body }: { body: { id: string }[] }) => body.find((one) => one.id === id);
    const zip = await fetch(`${person.url}/api/v1/auth/me/data`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const entries = readZip(Buffer.from(await zip.arrayBuffer()));
    const data = JSON.parse(String(entries.get('data.json')));
    const isNews = ({ subject }: { subject: string }) => subject.includes(' about your proposal ');
    return {
      etag: single.headers.get('etag'),
      body: single.body,
      listed: ofThis(await person.get('/proposals/')),
      totals: await Promise.all(
        ['is_approved=true', 'is_approved=false', 'funding_stage=SEED'].map(async (filter) =>
          (await person.get(`/proposals/?${filter}`)).headers.get('x-total-count'),
        ),
      ),
      order: (await person.get('/proposals/?sort=-is_approved')).body.map(
        (one: { id: string }) => one.id,
      ),
      timeline: (await person.get(`/proposals/${id}/timeline`)).body.filter(
        ({ event }: { event: string }) => event !== 'read',
      ),
      data: [data.proposals, data.announcements, data.mails.filter(isNews), data.actions_of_others],
    };
  };

  /** The job runs by itself once the time has come; it is called here so that nobody waits. */
  /** An unsent mail would be dropped for a newer one. */
  const mailSent = async () => {
    const queued = () =>
      app.services.db.read.selectFrom('mails').select('id').where('state', '=', 'queued').execute();
    await expect.poll(queued).toEqual([]);
  };

  const passUndo = async () => {
    app.pass(UNDO_SECONDS + 1);
    app.services.notifyAnnouncements();
    const left = () =>
      app.services.db.read
        .selectFrom('proposals')
        .select('id')
        .where('announce_at', 'is not', null)
        .execute();
    await expect.poll(left).toEqual([]);
  };

  test('nothing before the seconds to undo it are over, and everything after them', async () => {
    const { decide, seen, mails } = await begin();
    const before = await seen();
    const answer = await decide({ decision: 'approved', funding_stage: 'SEED' });
    expect(answer).toMatchObject({ decision: 'approved', undo_seconds: UNDO_SECONDS });
    expect(await seen()).toEqual(before);
    expect(await mails()).toEqual([]);
    await passUndo();
    const after = await seen();
    expect(after.body).toMatchObject({
      decision: 'approved',
      is_approved: true,
      funding_stage: 'SEED',
      locked: 'proposal_approved',
    });
    expect(after.listed).toMatchObject({ decision: 'approved', funding_stage: 'SEED' });
    expect(after.etag).not.toBe(before.etag);
    expect(after.timeline.slice(-2).map(({ event }: { event: string }) => event)).toEqual([
      'approved',
      'stage_changed',
    ]);
    expect(after.totals).not.toEqual(before.totals);
    expect(await mails()).toHaveLength(1);
  });

  test('never what was undone in them', async () => {
    const { decide, seen, mails } = await begin();
    const before = await seen();
    await decide(DECLINED);
    await decide({ funding_stage: 'SEED' });
    await decide({ decision: 'undecided', funding_stage: 'PENDING_FUNDING' });
    await passUndo();
    expect(await seen()).toEqual(before);
    expect(await mails()).toEqual([]);
  });

  test('until then it locks nothing: the owner edits and deletes', async () => {
    const { id, applicant, decide, mails } = await begin();
    const { etag } = await seenBy(applicant, id);
    await decide({ decision: 'approved' });
    const edited = await applicant.patch(
      `/proposals/${id}`,
      { business_location: 'Ho' },
      { headers: { 'if-match': etag! } },
    );
    expect([edited.status, edited.body.locked]).toEqual([200, null]);
    expect((await applicant.delete(`/proposals/${id}`)).status).toBe(204);
    await passUndo();
    expect(await mails()).toEqual([]);
  });

  test('two saves in these seconds are one mail, even by two bulk runs', async () => {
    const { id, admin, mailTexts } = await begin();
    const bulk = (change: object) => admin.post('/proposals/admin/bulk', { ids: [id], change });
    await bulk({ decision: 'approved' });
    app.pass(UNDO_SECONDS - 20);
    await bulk({ funding_stage: 'SEED' });
    app.pass(60);
    app.services.notifyAnnouncements();
    await passUndo();
    await expect.poll(async () => (await mailTexts())[0]?.text).toBeDefined();
    const mails = await mailTexts();
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('Status: Approved');
    expect(mails[0]!.text).toContain('Funding stage: Seed');
  });

  test('an admin who decides does not collide with the announcement', async () => {
    const { id, admin } = await begin();
    const decided = await admin.patch(`/proposals/${id}/admin`, { decision: 'approved' });
    await passUndo();
    const next = await admin.patch(
      `/proposals/${id}/admin`,
      { flagged: true },
      { headers: { 'if-match': decided.headers.get('etag')! } },
    );
    expect(next.status).toBe(200);
  });

  test('a correction says that it is one, in the mail and in the timeline', async () => {
    const { decide, seen, mailTexts } = await begin();
    await decide(DECLINED);
    await passUndo();
    await mailSent();
    await decide({ decline_reason: OTHER_REASON });
    await passUndo();
    await mailSent();
    await decide({ decision: 'approved' });
    await passUndo();
    const { timeline } = await seen();
    expect(timeline.slice(1).map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      `Your proposal was declined. Reason: ${REASON}`,
      `The reason for declining was corrected: ${OTHER_REASON}`,
      'Your proposal was approved.',
    ]);
    const subjects = (await mailTexts()).map(({ subject }) => subject.split(' about ')[0]);
    expect(subjects.slice(-2)).toEqual(['Correction', 'Correction']);
  });

  test('words written for one correction do not go out with the next one', async () => {
    const { decide, mailTexts } = await begin();
    await decide({ decision: 'approved' });
    await passUndo();
    await mailSent();
    await decide({ ...DECLINED, mail_text: 'We mixed up two proposals.' });
    await decide({ decision: 'undecided' });
    await passUndo();
    await mailSent();
    const { text } = (await mailTexts()).at(-1)!;
    expect(text).toContain('This is a correction.');
    expect(text).not.toContain('mixed up');
  });
});
