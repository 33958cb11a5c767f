import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { submissionTo } from '#tests/proposal-forms.ts';
import { retryFor } from '#tests/servers/ports.ts';
import { attributeOf, startCollector, type Collector } from '#tests/servers/collector.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';

describe.each(ENGINES)('traces on %s', (engine) => {
  let collector: Collector;
  let email: string;
  let requestId: string;
  /** Everything has been sent once the product has closed. */
  beforeAll(async () => {
    collector = await startCollector();
    const app = await createTestAppOn(engine, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      TRUST_PROXY: '1',
    });
    const program = await insertProgram(app.services);
    const person = await app.signIn();
    email = person.email;
    const headers = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` };
    const { status } = await person.post('/proposals/', await submissionTo(program.id), {
      headers,
    });
    expect(status).toBe(201);
    const refused = await app.visitor.get('/auth/me');
    requestId = refused.headers.get('x-request-id')!;
    await retryFor(60_000, async () => {
      if (app.readMails(email).length === 0) throw new Error('the mail has not been sent');
    });
    await app.close();
  });
  afterAll(() => collector.stop());

  const byName = (name: string) => collector.spans.filter((span) => span.name === name);

  test('a request is a span of the trace that the proxy named, with its route and status', () => {
    const [span, ...others] = byName('POST /api/v1/proposals/');
    expect(others).toEqual([]);
    expect(span).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID });
    expect(attributeOf(span!, 'http.route')).toBe('/api/v1/proposals/');
    expect(attributeOf(span!, 'http.response.status_code')).toBe('201');
    expect([...collector.services]).toEqual(['pitch-trek']);
  });

  test('its statements and files are parts of it', () => {
    const [request] = byName('POST /api/v1/proposals/');
    const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === request!.spanId);
    expect(parts.filter(({ name }) => name === 'store put')).toHaveLength(2);
    const statements = parts
      .filter(({ name }) => name === 'database')
      .map((span) => attributeOf(span, 'db.query.text')!);
    expect(statements.some((sql) => /^insert into "proposals"/.test(sql))).toBe(true);
  });

  test('a refusal carries the id that its answer has', () => {
    const refused = collector.spans.find((span) => attributeOf(span, 'request.id') === requestId);
    expect(attributeOf(refused!, 'http.response.status_code')).toBe('401');
  });

  test('each mail is one, without its words or its address', () => {
    expect(byName('mail send').length).toBeGreaterThan(0);
    expect(JSON.stringify(collector.spans)).not.toContain(email);
  });
});

test('without a collector nothing is traced', async () => {
  const app = await createTestApp();
  expect(app.services.tracer).toBeUndefined();
  await app.close();
});

test('a collector that does not answer keeps nobody waiting', async () => {
  const app = await createTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect((await app.visitor.get('/faqs/')).status).toBe(200);
  await app.close();
});
