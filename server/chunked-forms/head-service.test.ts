/** The deadline and forms that come in chunks (docs/decisions/0022). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import {
  answers,
  formOf,
  storedKeys,
  submissionTo,
  submit,
  type Form,
} from '#tests/proposal-forms.ts';
import { digest, openUpload, putChunk, wholeForm } from '#tests/upload-forms.ts';

const facts = (name: string, bytes: Buffer) => ({
  name,
  size: bytes.length,
  sha256: digest(bytes),
});
/** Seconds. */
const MINUTE_SECONDS = 60;
const LAPSED =
  'The documents were not here within 60 minutes, and the deadline has passed meanwhile.';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let pitchDeck: Buffer;
  let financials: Buffer;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    [pitchDeck, financials] = [await makePdf({ pages: 3, megabytes: 0.2 }), await makePdf()];
    applicant = await app.signIn();
  });
  afterAll(() => app.close());

  const instant = (seconds: number) => new Date(app.services.clock().getTime() + seconds * 1000);
  const closingIn = async (seconds: number) =>
    (await insertProgram(app.services, { deadline_date: instant(seconds) })).id;
  /** The clock is turned forward by hours, and sessions run out. */
  const pass = async (seconds: number) => {
    app.pass(seconds);
    await app.services.db.read
      .updateTable('sessions')
      .set({ expires_at: instant(MINUTE_SECONDS * 20) })
      .where('user_id', '=', applicant.id)
      .execute();
  };

  /**
   * The form with its answers first, then what is said of the documents, then the documents; and
   * how many bytes come before those.
   */
  async function announcedForm(programId: string, fields: Form = {}) {
    const documents = JSON.stringify({
      pitch_deck: facts('Deck 2026.pdf', pitchDeck),
      financials: facts('Money.pdf', financials),
    });
    return cut(
      formOf({
        ...answers({ program_id: programId, documents }),
        ...fields,
        pitch_deck: pitchDeck,
        financials,
      }),
    );
  }
  async function cut(data: FormData) {
    const form = await wholeForm(data);
    return { ...form, head: form.bytes.indexOf('%PDF-') };
  }
  type Bytes = Awaited<ReturnType<typeof cut>>;

  const open = (form: Bytes, key: string, call?: string) => openUpload(applicant, form, key, call);
  const begin = async (form: Bytes, call?: string) => {
    const key = randomUUID();
    return { key, id: (await open(form, key, call)).body.id as string };
  };
  const put = (id: string, { bytes }: Bytes, from: number, to = bytes.length) =>
    putChunk(app, applicant, id, from, new Uint8Array(bytes.subarray(from, to)));
  const finish = (id: string, key: string) =>
    applicant.post(`/chunked-forms/${id}/finish`, undefined, {
      headers: { 'idempotency-key': key },
    });
  const asAdmin = async (id: string) =>
    (await (await app.signIn({ role: 'admin' })).get(`/proposals/${id}/admin`)).body;

  test('an announcement without a byte of the proposal counts for nothing', async () => {
    const form = await announcedForm(await closingIn(MINUTE_SECONDS));
    const { id, key } = await begin(form);
    await pass(2 * MINUTE_SECONDS);
    await put(id, form, 0);
    expect(await finish(id, key)).toMatchObject({ status: 409, body: { code: 'deadline_passed' } });
  });

  test('answers and digests before the deadline count; the documents may follow within an hour, and admins see both moments', async () => {
    const form = await announcedForm(await closingIn(MINUTE_SECONDS));
    const { id, key } = await begin(form);
    const before = app.services.clock();
    await put(id, form, 0, form.head);
    const after = app.services.clock();
    await pass(50 * MINUTE_SECONDS);
    await put(id, form, form.head);
    await pass(30 * MINUTE_SECONDS);
    const { status, body } = await finish(id, key);
    expect(status).toBe(201);
    const seen = await asAdmin(body.id);
    expect(new Date(seen.received_at).getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(new Date(seen.received_at).getTime()).toBeLessThanOrEqual(after.getTime());
    expect(
      new Date(seen.completed_at).getTime() - new Date(seen.received_at).getTime(),
      'when its last byte came, not when it was finished',
    ).toBeLessThan(80 * MINUTE_SECONDS * 1000);
    expect(
      new Date(seen.completed_at).getTime() - new Date(seen.received_at).getTime(),
    ).toBeGreaterThanOrEqual(50 * MINUTE_SECONDS * 1000);
    expect(body).toMatchObject({
      received_at: seen.received_at,
      completed_at: seen.completed_at,
      created_at: seen.received_at,
    });
  });

  test('the answers may come in several pieces: what counts is the one that completes them', async () => {
    const form = await announcedForm(await closingIn(MINUTE_SECONDS), {
      business_description: `<p>${'We make chocolate. '.repeat(900)}</p>`,
    });
    const early = await begin(form);
    await put(early.id, form, 0, form.head - 600);
    await put(early.id, form, form.head - 600, form.head);
    const late = await begin(form);
    await put(late.id, form, 0, form.head - 600);
    await pass(2 * MINUTE_SECONDS);
    await put(late.id, form, form.head - 600);
    await put(early.id, form, form.head);
    expect([
      (await finish(early.id, early.key)).status,
      (await finish(late.id, late.key)).status,
    ]).toEqual([201, 409]);
  });

  test('after an hour it has lapsed, which is said before the rest is sent', async () => {
    const form = await announcedForm(await closingIn(MINUTE_SECONDS));
    const { id, key } = await begin(form);
    await put(id, form, 0, form.head);
    await pass(61 * MINUTE_SECONDS);
    expect(await open(form, key)).toMatchObject({
      status: 409,
      body: { code: 'deadline_passed', message: LAPSED },
    });
    expect(await put(id, form, form.head)).toMatchObject({
      status: 409,
      body: { code: 'deadline_passed', message: LAPSED },
    });
    expect(await storedKeys(app.services, applicant.id)).not.toContain(id);
  });

  test('an hour that is over before the deadline costs nothing: it counts from its last byte', async () => {
    const form = await announcedForm(await closingIn(120 * MINUTE_SECONDS));
    const { id, key } = await begin(form);
    await put(id, form, 0, form.head);
    await pass(90 * MINUTE_SECONDS);
    await put(id, form, form.head);
    const { status, body } = await finish(id, key);
    expect([status, body.received_at === body.completed_at]).toEqual([201, true]);
  });

  test('without digests it counts from its last byte', async () => {
    const form = await cut(
      await submissionTo(await closingIn(MINUTE_SECONDS), { pitch_deck: pitchDeck, financials }),
    );
    const { id, key } = await begin(form);
    await put(id, form, 0, form.bytes.length - 10);
    await pass(2 * MINUTE_SECONDS);
    await put(id, form, form.bytes.length - 10);
    expect(await finish(id, key)).toMatchObject({
      status: 409,
      body: {
        code: 'deadline_passed',
        message: 'The application deadline for this program has passed.',
      },
    });
  });

  test('answers that are incomplete when the deadline passes, or change after it, count from the last byte', async () => {
    const documents = JSON.stringify({
      pitch_deck: facts('a.pdf', pitchDeck),
      financials: facts('b.pdf', financials),
    });
    const programId = await closingIn(MINUTE_SECONDS);
    const formWith = (name: string | null, later: Record<string, string> = {}) => {
      const data = formOf({
        ...answers({ program_id: programId, business_name: name, documents }),
        pitch_deck: pitchDeck,
        financials,
      });
      for (const [field, value] of Object.entries(later)) data.append(field, value);
      return cut(data);
    };
    const nameless = await formWith(null, { business_name: 'Named later' });
    const moved = await formWith('Named at once', { business_location: 'Moved later' });
    const uploads = [];
    for (const form of [nameless, await formWith('Named at once'), moved]) {
      const upload = await begin(form);
      await put(upload.id, form, 0, form.head);
      uploads.push({ ...upload, form });
    }
    await pass(2 * MINUTE_SECONDS);
    const statuses = [];
    for (const { id, key, form } of uploads) {
      await put(id, form, form.head);
      statuses.push((await finish(id, key)).status);
    }
    expect(statuses).toEqual([409, 201, 409]);
  });

  test('other documents than were announced are refused and not stored; sent again it begins anew', async () => {
    const other = await makePdf({ pages: 3, megabytes: 0.2 });
    const documents = JSON.stringify({
      pitch_deck: facts('a.pdf', pitchDeck),
      financials: facts('b.pdf', financials),
    });
    const form = await cut(
      formOf({
        ...answers({ program_id: await closingIn(MINUTE_SECONDS), documents }),
        pitch_deck: other,
        financials,
      }),
    );
    const { id, key } = await begin(form);
    await put(id, form, 0, form.head);
    const before = await storedKeys(app.services, applicant.id);
    await put(id, form, form.head);
    expect(await finish(id, key)).toMatchObject({
      status: 409,
      body: {
        code: 'documents_differ',
        message:
          'The pitch deck file that came is not the one that was announced, so nothing was stored. Please send it again.',
      },
    });
    expect(await storedKeys(app.services, applicant.id)).toEqual(before);
    expect(await storedKeys(app.services, 'uploads/')).not.toContainEqual(
      expect.stringContaining(id),
    );
    expect((await open(form, key)).body.offset).toBe(0);
  });

  test('an edit follows the same rule, which locks at midnight', async () => {
    const deadline = new Date(
      instant(3 * 24 * 60 * MINUTE_SECONDS)
        .toISOString()
        .slice(0, 10) + 'T15:00:00Z',
    );
    const midnight = new Date(deadline.toISOString().slice(0, 10) + 'T00:00:00Z');
    const program = await insertProgram(app.services, { deadline_date: deadline });
    const { proposal } = await submit(app.services, applicant, { program_id: program.id });
    const form = await cut(
      formOf({
        business_name: 'Edited at the last minute',
        documents: JSON.stringify({ pitch_deck: facts('a.pdf', pitchDeck) }),
        pitch_deck: pitchDeck,
      }),
    );
    const edit = `PATCH /proposals/${proposal.id}`;
    await pass((midnight.getTime() - app.services.clock().getTime()) / 1000 - MINUTE_SECONDS);
    const [early, lapsing, late] = [
      await begin(form, edit),
      await begin(form, edit),
      await begin(form, edit),
    ];
    await put(early.id, form, 0, form.head);
    await put(lapsing.id, form, 0, form.head);
    await pass(10 * MINUTE_SECONDS);
    await put(early.id, form, form.head);
    await put(late.id, form, 0);
    expect((await finish(early.id, early.key)).body).toMatchObject({
      business_name: 'Edited at the last minute',
      received_at: proposal.received_at,
    });
    expect(await finish(late.id, late.key)).toMatchObject({
      status: 409,
      body: { code: 'deadline_passed' },
    });
    await pass(60 * MINUTE_SECONDS);
    expect(await put(lapsing.id, form, form.head)).toMatchObject({
      status: 409,
      body: { code: 'deadline_passed', message: LAPSED },
    });
  });
});
