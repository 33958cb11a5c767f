import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { holdDecisionMails } from '#tests/held-mails.ts';
import { formOf, submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('reviewing, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    await holdDecisionMails(app.services);
    [applicant, admin] = await Promise.all([
      app.signIn({ first_name: 'Efua' }),
      app.signIn({ role: 'admin' }),
    ]);
  });
  afterAll(() => app.close());

  const subjects = async () =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', applicant.email)
        .execute()
    ).map(({ subject }) => subject);

  test.each([
    ['multipart', () => formOf({ is_approved: 'true', funding_stage: 'SERIES_A' }), {}],
    ['JSON', () => ({ is_approved: true, funding_stage: 'SERIES_A' }), {}],
    [
      'a form',
      () => 'is_approved=true&funding_stage=series_a',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ])(
    'an admin approves and sets the stage as %s; the applicant sees it and is told',
    async (_name, make, options) => {
      const { proposal } = await submit(app.services, applicant, { business_name: 'Told\nLtd' });
      const { status, body, headers } = await admin.patch(
        `/proposals/${proposal.id}/admin`,
        make(),
        options,
      );
      expect([status, headers.get('etag'), body.is_approved, body.funding_stage]).toEqual([
        200,
        '"2"',
        true,
        'SERIES_A',
      ]);
      expect((await applicant.get(`/proposals/${proposal.id}`)).body).toMatchObject({
        is_approved: true,
        funding_stage: 'SERIES_A',
        locked: 'proposal_approved',
      });
      expect(
        (await applicant.get('/proposals/')).body.find(({ id }: any) => id === proposal.id)
          .funding_stage,
      ).toBe('SERIES_A');
      expect(await subjects()).toContain('Decision on Told Ltd');
    },
  );

  test('without a change nothing happens', async () => {
    const { proposal, etag } = await submit(app.services, applicant);
    const before = await subjects();
    const { status, headers } = await admin.patch(`/proposals/${proposal.id}/admin`, {
      is_approved: false,
      funding_stage: 'PENDING_FUNDING',
      business_name: 'Not mine to change',
    });
    expect([status, headers.get('etag')]).toEqual([200, etag]);
    expect(await subjects()).toEqual(before);
    expect((await applicant.get(`/proposals/${proposal.id}`)).body).toEqual(proposal);
    expect(
      await app.services.db.read
        .selectFrom('audit_log')
        .select('action')
        .where('subject_id', '=', proposal.id)
        .execute(),
    ).toHaveLength(1);
  });

  test('all seven stages are accepted, others refused beside their field', async () => {
    const { proposal } = await submit(app.services, applicant);
    for (const stage of [
      'PRE_SEED',
      'SEED',
      'GROWTH',
      'SERIES_A',
      'SERIES_B',
      'SERIES_C',
      'PENDING_FUNDING',
    ]) {
      expect(
        (await admin.patch(`/proposals/${proposal.id}/admin`, { funding_stage: stage })).body
          .funding_stage,
      ).toBe(stage);
    }
    const { status, body } = await admin.patch(`/proposals/${proposal.id}/admin`, {
      funding_stage: 'SERIES_Z',
      is_approved: 'perhaps',
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['funding_stage', 'is_approved']]);
  });

  test('of two admins, the second learns that somebody else has changed it', async () => {
    const { proposal, etag } = await submit(app.services, applicant);
    const decide = (input: object) =>
      admin.patch(`/proposals/${proposal.id}/admin`, input, { headers: { 'if-match': etag } });
    const replies = await Promise.all([
      decide({ is_approved: true }),
      decide({ funding_stage: 'SEED' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await admin.patch('/proposals/1/admin', {})).body.message).toBe('Proposal not found.');
  });

  describe('a document link', () => {
    test('downloads without a token, under a readable name, as an attachment', async () => {
      const { proposal } = await submit(app.services, applicant, {
        business_name: 'Ɛdwuma & Sons / Ltd',
      });
      const { status, body } = await admin.get(
        `/proposals/admin/presigned-url/${proposal.document_urls.pitch_deck}`,
      );
      expect([status, body.expires_in, body.presigned_url]).toEqual([200, 3600, body.url]);
      expect(body.url.startsWith(app.services.publicUrl)).toBe(true);
      const file = await fetch(body.url);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-disposition')).toContain(
        'filename="edwuma-sons-ltd-pitch-deck.pdf"',
      );
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    });

    test('is invalid if altered, and expires after an hour', async () => {
      const { proposal } = await submit(app.services, applicant);
      const other = await submit(app.services, applicant);
      const { url } = (await applicant.get(`/proposals/${proposal.id}/documents/pitch_deck`))
        .body as { url: string };
      const changed = [
        url.replace(/signature=.*/, 'signature=x'),
        url.replace(proposal.document_urls.pitch_deck, other.proposal.document_urls.pitch_deck),
        url.replace(/expires=\d+/, 'expires=99999999999'),
        url.split('?')[0]!,
        `${url}&name=x.exe`,
      ];
      for (const link of changed)
        expect(await (await fetch(link)).json()).toMatchObject({ code: 'link_invalid' });
      app.pass(3601);
      const late = await fetch(url);
      expect([late.status, await late.json()]).toEqual([
        403,
        {
          message: 'The download link has expired. Please request a new one.',
          code: 'link_expired',
        },
      ]);
      const page = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([
        403,
        'text/html; charset=utf-8',
      ]);
      expect(await page.text()).toContain(
        'The download link has expired. Please request a new one.',
      );
      app.pass(-3601);
      expect((await fetch(url)).status).toBe(200);
    });

    test('the key is looked up: nothing else is found by it', async () => {
      const { proposal } = await submit(app.services, applicant);
      const [user, name] = proposal.document_urls.pitch_deck.split('/');
      for (const key of [
        `${user}/other.pdf`,
        `${admin.id}/${name}`,
        `${user}/..%2F..%2Fpitch-trek.sqlite`,
      ])
        expect((await admin.get(`/proposals/admin/presigned-url/${key}`)).status).toBe(404);
      expect((await applicant.get(`/proposals/${proposal.id}/documents/passport`)).status).toBe(
        404,
      );
    });
  });
});
