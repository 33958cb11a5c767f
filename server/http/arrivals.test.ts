/** A deadline and requests that are held back until they know more: contract §5.8. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { countReceived, noteArrival, noteBytes } from './arrivals.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { fillDraft } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { asJson, sendHeldBack } from '#tests/held-back.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submissionTo, submit, wholeForm } from '#tests/proposal-forms.ts';

const MINUTE_SECONDS = 60;
/** More than the seconds that a small request may take. */
const TOO_LONG = 12;
/** Two seconds before a day on which editing locks. */
const EVENING = new Date('2031-03-04T23:59:58Z');
const PASSED = 'The application deadline for this program has passed.';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    app.holdClock();
  });
  beforeEach(async () => {
    app.setClock(EVENING);
    applicant = await app.signIn();
  });
  afterAll(() => app.close());

  const now = () => app.services.clock().getTime();
  const closingIn = async (seconds: number) =>
    (await insertProgram(app.services, { deadline_date: new Date(now() + seconds * 1000) })).id;
  /** Begins a call just before the deadline, and ends it `seconds` later. */
  const holdBack = async (
    call: Omit<Parameters<typeof sendHeldBack>[1], 'method'> & { method?: string },
    seconds: number,
  ) => {
    const answer = await sendHeldBack(applicant, { method: 'POST', ...call }, () =>
      app.pass(seconds),
    );
    app.pass(-seconds);
    return answer;
  };
  const refused = { status: 409, body: { code: 'deadline_passed', message: PASSED } };

  test('a submission of a draft that begins in time and is held back comes too late', async () => {
    const programId = await closingIn(2);
    const { digests } = await fillDraft(app.services, applicant, programId);
    const path = `/drafts/${programId}/submit`;
    const call = { path, ...asJson({ documents: digests }) };
    expect(await holdBack(call, 15 * MINUTE_SECONDS)).toMatchObject(refused);
    expect(await holdBack(call, TOO_LONG + 2)).toMatchObject(refused);
    const inTime = await holdBack(call, 9);
    expect(inTime.status, JSON.stringify(inTime.body)).toBe(201);
  });

  test('a small request that pauses counts from ten seconds before its end', async () => {
    const programId = await closingIn(MINUTE_SECONDS);
    const { digests } = await fillDraft(app.services, applicant, programId);
    const begun = now();
    const { status, body } = await holdBack(
      { path: `/drafts/${programId}/submit`, ...asJson({ documents: digests }) },
      40,
    );
    expect(status).toBe(201);
    const gained = begun + 40_000 - Date.parse(body.received_at);
    expect(gained).toBeLessThan(11_000);
    expect(gained).toBeGreaterThan(5_000);
  });

  const form = async (data: FormData) => {
    const { contentType, bytes } = await wholeForm(data);
    return { contentType, body: bytes };
  };
  const renamed = () => {
    const data = new FormData();
    data.set('business_name', 'Renamed in time?');
    return data;
  };
  /** A proposal that can be edited for two seconds more. */
  const almostLocked = async () => {
    const programId = await closingIn(18 * 60 * MINUTE_SECONDS);
    const { proposal } = await submit(app.services, applicant, { program_id: programId });
    return `/proposals/${proposal.id}`;
  };
  const draftOf = async () => `/drafts/${await closingIn(2)}`;
  const json = { fields: { business_name: 'Late' }, business_name: 'Late' };

  test.each([
    ['a draft', async () => ({ method: 'PUT', path: await draftOf(), ...asJson(json) })],
    ['a change', async () => ({ method: 'PATCH', path: await almostLocked(), ...asJson(json) })],
    [
      'a change by form',
      async () => ({ method: 'PATCH', path: await almostLocked(), ...(await form(renamed())) }),
    ],
    ['a deletion', async () => ({ method: 'DELETE', path: await almostLocked(), ...asJson({}) })],
    [
      'a form',
      async () => ({
        path: '/proposals/',
        ...(await form(await submissionTo(await closingIn(2)))),
      }),
    ],
  ])('no call that a deadline decides can be held back: %s', async (_name, prepare) => {
    const call = await prepare();
    expect((await holdBack(call, TOO_LONG + 3)).status).toBe(409);
    expect((await holdBack(call, 5)).status).toBeLessThan(300);
  });

  test('a large form cannot pause and be made afterwards', async () => {
    const deck = await makePdf({ pages: 3, megabytes: 1 });
    const send = async (seconds: number) => {
      const programId = await closingIn(2);
      const data = await submissionTo(programId, { pitch_deck: deck });
      const { contentType, bytes } = await wholeForm(data);
      return holdBack({ path: '/proposals/', contentType, body: bytes }, seconds);
    };
    expect((await send(9)).status).toBe(201);
    expect(await send(30)).toMatchObject(refused);
  });

  test('white space between the values of a body is no reason for more time', async () => {
    const programId = await closingIn(2);
    const { digests } = await fillDraft(app.services, applicant, programId);
    const text = JSON.stringify({ documents: digests });
    const padded = `{${' '.repeat(1_000_000)}${text.slice(1)}`;
    const call = {
      path: `/drafts/${programId}/submit`,
      contentType: 'application/json',
      body: Buffer.from(padded),
    };
    expect(await holdBack(call, 40)).toMatchObject(refused);
  });

  test('parts that nobody asked for are no reason for more time', async () => {
    const data = new FormData();
    data.append('nobody_asked', new Blob([new Uint8Array(1_500_000)]), 'padding.bin');
    for (const [name, value] of await submissionTo(await closingIn(2))) data.append(name, value);
    const { contentType, bytes } = await wholeForm(data);
    const call = { path: '/proposals/', contentType, body: bytes };
    expect(await holdBack(call, 40)).toMatchObject(refused);
  });
});

describe('the moment that counts', () => {
  const BEGIN = Date.UTC(2031, 2, 4);
  /** Bytes of a body, and after how many seconds the line brought them. */
  type Piece = [seconds: number, bytes: number];
  /** Seconds after the head; `parts` as they were read: their bytes, and those of use. */
  const received = (pieces: Piece[], parts: [bytes: number, used: number][] = []) => {
    let now = BEGIN;
    const clock = () => new Date(now);
    const request = new IncomingMessage(new Socket());
    noteArrival(request, clock);
    for (const [seconds, bytes] of pieces) {
      now = BEGIN + seconds * 1000;
      request.push(Buffer.alloc(bytes));
    }
    request.push(null);
    for (const [bytes, used] of parts) noteBytes(request, bytes, used);
    const { receivedAt } = countReceived({ clock } as Context, request);
    return (receivedAt.getTime() - BEGIN) / 1000;
  };
  const MB = 1_000_000;

  test('is the first byte, on a line of 25 kB a second with a pause of ten seconds', () => {
    const steady = Array.from({ length: 40 }, (_, at): Piece => [at * 4, 100_000]);
    expect(received(steady)).toBe(0);
    expect(received(steady.map(([at, bytes]): Piece => [at > 60 ? at + 10 : at, bytes]))).toBe(0);
    expect(received(steady.map(([at, bytes]): Piece => [at > 60 ? at + 25 : at, bytes]))).toBe(15);
  });

  test('is no earlier for what is padded afterwards: every byte is looked at', () => {
    const slow = Array.from({ length: 60 }, (_, at): Piece => [at * 10, 1]);
    const late = received([...slow, [605, 18 * MB]]);
    expect(late).toBeGreaterThan(590);
    expect(late).toBeLessThanOrEqual(595);
  });

  test.each<[string, [number, number][]]>([
    ['white space', [[MB, 100]]],
    [
      'a part that nobody asked for, before what counts',
      [
        [MB - 100, 0],
        [100, 100],
      ],
    ],
    ['headers of parts, and what comes before the first', [[100, 100]]],
  ])('does not count: %s', (_name, parts) => {
    expect(
      received(
        [
          [0, MB - 100],
          [40, 100],
        ],
        parts,
      ),
    ).toBe(30);
  });

  test('counts parts in their order', () => {
    const parts: [number, number][] = [
      [500_000, 500_000],
      [500_000, 0],
      [100, 100],
    ];
    expect(
      received(
        [
          [0, 500_000],
          [30, 500_000],
          [45, 100],
        ],
        parts,
      ),
    ).toBe(15);
  });
});
