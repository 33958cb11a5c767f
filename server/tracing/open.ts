/**
 * Spans by OpenTelemetry's own packages, sent as OTLP over HTTP (docs/decisions/0028). Loaded only
 * if a collector is set.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Span } from '@opentelemetry/api';
import { ConfigError } from '../config.ts';
import type { Tracer } from './tracer.ts';

const CLOSING_MS = 2000;
const SERVICE = 'pitch-trek';

async function load() {
  const [api, core, contexts, resources, sdk, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  return { api, core, contexts, resources, sdk, exporter };
}
type Packages = Awaited<ReturnType<typeof load>>;

/** Refuses with a ConfigError if the packages are not installed. */
const requirePackages = (): Promise<Packages> =>
  load().catch((error) => {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT: the packages for traces are not installed. Run npm ci without --omit=dev, or unset it.',
    );
  });

function openProvider({ api, contexts, resources, sdk, exporter }: Packages, endpoint: string) {
  api.context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': SERVICE,
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url }) }),
    ],
  });
}

/** Takes the collector's address, and whether a proxy's `traceparent` is trusted. */
export async function openTracer(endpoint: string, isProxyTrusted: boolean): Promise<Tracer> {
  const packages = await requirePackages();
  const { context, trace, SpanKind, SpanStatusCode, ROOT_CONTEXT, defaultTextMapGetter } =
    packages.api;
  const provider = openProvider(packages, endpoint);
  const tracer = provider.getTracer(SERVICE);
  const propagator = new packages.core.W3CTraceContextPropagator();
  const contexts = new WeakMap<IncomingMessage, Context>();

  const fail = (span: Span, error: unknown) => {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', (error as Error)?.name ?? 'unknown');
  };
  return {
    request({ request, response }, id, work) {
      const parent = isProxyTrusted
        ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        : ROOT_CONTEXT;
      const method = request.method ?? 'GET';
      const attributes = { 'http.request.method': method, 'request.id': id };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const own = trace.setSpan(parent, span);
      contexts.set(request, own);
      response.once('close', () => {
        span.setAttribute('http.response.status_code', response.statusCode);
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(own, work);
    },
    resume(request, route, work) {
      const own = contexts.get(request);
      if (!own) return work();
      trace
        .getSpan(own)!
        .updateName(`${request.method} ${route}`)
        .setAttribute('http.route', route);
      context.with(own, work);
    },
    step: (name, attributes, work) =>
      tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          fail(span, error);
          throw error;
        } finally {
          span.end();
        }
      }),
    ended(name, attributes, milliseconds, error) {
      if (!trace.getActiveSpan()) return;
      const startTime = Date.now() - milliseconds;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime });
      if (error !== undefined) fail(span, error);
      span.end();
    },
    close: async () => {
      const late = new AbortController();
      const shutdown = provider.shutdown().catch(() => undefined);
      await Promise.race([
        shutdown,
        pause(CLOSING_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
      ]);
      late.abort();
    },
  };
}
