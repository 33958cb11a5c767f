/** An OpenTelemetry collector that accepts OTLP over HTTP as JSON and stores what it receives. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number | string };
type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status?: { code?: number };
  attributes: { key: string; value: Value }[];
};
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: CollectedSpan[] }[];
  }[];
};

export type Collector = {
  url: string;
  spans: CollectedSpan[];
  /** Names of the services that have sent spans. */
  services: Set<string>;
  stop(): Promise<void>;
};

export const attributeOf = ({ attributes }: CollectedSpan, name: string): string | undefined => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue?.toString();
};

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const services = new Set<string>();
  const server = createServer(async (request, response) => {
    const message = (await json(request)) as Sent;
    const isRight = request.method === 'POST' && request.url === '/v1/traces';
    for (const { resource, scopeSpans } of isRight ? message.resourceSpans : []) {
      const name = resource.attributes.find(({ key }) => key === 'service.name');
      services.add(name?.value.stringValue ?? '');
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ spans, services },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
