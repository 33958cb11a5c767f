/** The deadline and a form that is sent in one go (docs/decisions/0023). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submissionTo, wholeForm } from '#tests/proposal-forms.ts';

const MINUTE_SECONDS = 60;
const LAPSED =
  'The documents had not arrived within 60 minutes, and the deadline has passed since.';

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
  /** Advances the clock by hours, and logs in again because sessions expire. */
  const pass = async (seconds: number) => {
    app.pass(seconds);
    await app.services.db.read
      .updateTable('sessions')
      .set({ expires_at: instant(MINUTE_SECONDS * 20) })
      .where('user_id', '=', applicant.id)
      .execute();
  };

  test('sent in one go, the first byte counts; a body that trickles in for over an hour counts from its end', async () => {
    const programId = await closingIn(10 * MINUTE_SECONDS);
    const dripping = async (seconds: number) => {
      const whole = await wholeForm(
        await submissionTo(programId, { pitch_deck: pitchDeck, financials }),
      );
      const head = whole.bytes.indexOf('%PDF-');
      const begun = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      const body = new ReadableStream({
        async pull(controller) {
          controller.enqueue(new Uint8Array(whole.bytes.subarray(0, head + 1000)));
          begun.resolve();
          await go.promise;
          controller.enqueue(new Uint8Array(whole.bytes.subarray(head + 1000)));
          controller.close();
        },
      });
      const staged = () =>
        import('node:fs/promises').then(({ readdir }) => readdir(app.services.stagingDir));
      const request = {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { authorization: `Bearer ${applicant.token}`, 'content-type': whole.contentType },
      };
      const answer = fetch(`${app.url}/api/v1/proposals/`, request as RequestInit);
      await begun.promise;
      await expect.poll(async () => (await staged()).length).toBe(1);
      await pass(seconds);
      go.resolve();
      const response = await answer;
      return { status: response.status, body: (await response.json()) as any };
    };
    const inTime = await dripping(20 * MINUTE_SECONDS);
    expect(inTime.status).toBe(201);
    expect(
      new Date(inTime.body.completed_at).getTime() - new Date(inTime.body.received_at).getTime(),
    ).toBeGreaterThanOrEqual(20 * MINUTE_SECONDS * 1000);
    await pass(-25 * MINUTE_SECONDS);
    expect(await dripping(61 * MINUTE_SECONDS)).toMatchObject({
      status: 409,
      body: { code: 'deadline_passed', message: LAPSED },
    });
  });
});
