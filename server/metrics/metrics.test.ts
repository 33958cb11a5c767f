import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { retryFor } from '#tests/servers/ports.ts';

const readFigures = async ({ url }: TestApp) => (await fetch(`${url}/metrics`)).text();

/** The value of a metric; undefined if there is none. */
function valueOf(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  test('what waits in the database is counted', async () => {
    const text = await readFigures(app);
    for (const [name, value] of [
      ['database_up', 1],
      ['mails{state="failed"}', 0],
      ['mails_queued_older{than_seconds="600"}', 0],
      ['uploads_open', 0],
      ['submissions_waiting_for_documents', 0],
      ['submissions_next_lapse_seconds', undefined],
    ] as const)
      expect(valueOf(text, name), name).toBe(value);
    expect(valueOf(text, 'data_disk_free_bytes')).toBeGreaterThan(0);
  });

  test('a submission that waits for documents shows, and how long it has', async () => {
    const { id: program_id } = await insertProgram(app.services);
    const now = app.services.clock();
    await app.services.db.read
      .insertInto('receipts')
      .values({
        number: `receipt-${engine}`,
        user_id: null,
        program_id,
        program_title: 'Cocoa',
        draft_id: null,
        proposal_id: null,
        state: 'waiting_for_documents',
        received_at: now,
        completed_at: null,
        complete_until: new Date(now.getTime() + 3_600_000),
        answers: null,
        documents: '{}',
        content_sha256: '',
        signature: '',
        key_id: '',
        message: null,
      })
      .execute();
    const text = await readFigures(app);
    expect(valueOf(text, 'submissions_waiting_for_documents')).toBe(1);
    const left = valueOf(text, 'submissions_next_lapse_seconds')!;
    expect(left).toBeLessThanOrEqual(3600);
    expect(left).toBeGreaterThan(0);
    await app.services.db.read.deleteFrom('receipts').execute();
  });

  test('a mail that waits too long shows by its age', async () => {
    const now = app.services.clock();
    const later = new Date(now.getTime() + 86_400_000);
    await app.services.db.read
      .insertInto('mails')
      .values({
        id: '6f1b3f5e-52a7-4a43-9c0c-0d6a1b2c3d4e',
        recipient: 'ama@example.com',
        subject: '',
        text: '',
        html: '',
        state: 'queued',
        tries: 1,
        next_try_at: later,
        give_up_at: later,
        last_error: null,
        created_at: new Date(now.getTime() - 700_000),
        sent_at: null,
      })
      .execute();
    const text = await readFigures(app);
    const older = (seconds: number) =>
      valueOf(text, `mails_queued_older{than_seconds="${seconds}"}`);
    expect([older(60), older(600), older(3600)]).toEqual([1, 1, 0]);
  });
});

describe('requests', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('what was refused is counted by its reason and route', async () => {
    await app.visitor.get('/auth/me');
    await app.visitor.post('/contact_forms/', {});
    await retryFor(60_000, async () => {
      const text = await readFigures(app);
      expect(
        valueOf(text, 'http_refusals_total{code="not_signed_in",route="/api/v1/auth/me"}'),
      ).toBe(1);
      expect(
        valueOf(text, 'http_refusals_total{code="invalid",route="/api/v1/contact_forms/"}'),
      ).toBe(1);
    });
  });

  test('answers from the cache are counted as well', async () => {
    for (let count = 0; count < 3; count += 1) await app.visitor.get('/faqs/');
    expect(valueOf(await readFigures(app), 'http_cached_answers_total')).toBe(2);
  });

  test('an upload that is under way shows until it ends', async () => {
    const person = await app.signIn();
    let sendRest = () => {};
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('--x\r\n'));
        sendRest = () => controller.close();
      },
    });
    const answer = fetch(`${app.url}/api/v1/proposals/`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    } as RequestInit);
    const inFlight = async () =>
      valueOf(await readFigures(app), 'http_requests_in_flight{kind="upload"}');
    await expect.poll(inFlight).toBe(1);
    sendRest();
    expect((await answer).status).toBeLessThan(500);
    await expect.poll(inFlight).toBe(0);
  });
});
