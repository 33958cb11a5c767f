import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { API_BASE } from '#domain/api.ts';
import { API } from '../api.ts';
import type { OpenApi } from './openapi.ts';

let app: TestApp;
let api: OpenApi;

beforeAll(async () => {
  app = await createTestApp();
  api = (await app.visitor.get('/openapi.json')).body;
});
afterAll(() => app.close());

const operations = () => Object.values(api.paths).flatMap((methods) => Object.values(methods));

test('every call of the table is described, once', () => {
  for (const { method, path } of API)
    expect(
      api.paths[API_BASE + path.replace('*', '{key}')]?.[method.toLowerCase()],
      `${method} ${path}`,
    ).toBeDefined();
  const ids = operations().map(({ operationId }) => operationId);
  expect(ids).toHaveLength(API.length);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every reference leads somewhere', () => {
  const refs = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
  expect(refs.length).toBeGreaterThan(API.length);
  for (const ref of new Set(refs)) {
    const resolved = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], api);
    expect(resolved, ref).toBeDefined();
  }
});

test('every part of a path is a parameter, and every operation can succeed and fail', () => {
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const { parameters, responses } of Object.values(methods)) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      ).toEqual(parts);
      expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
      expect(responses['503']).toBeDefined();
    }
  }
});

test('a submission is described with its fields, its two files and its key', () => {
  const submit = api.paths['/api/v1/proposals/']!['post']!;
  const schema = submit.requestBody!.content['multipart/form-data']!.schema as {
    properties: Record<string, { type: string }>;
    required: string[];
  };
  expect(schema.required).toEqual(
    expect.arrayContaining(['business_name', 'pitch_deck', 'financials']),
  );
  expect(schema.properties['pitch_deck']).toMatchObject({
    type: 'string',
    contentMediaType: 'application/pdf',
  });
  expect(submit.parameters.map(({ name }) => name)).toContain('Idempotency-Key');
  expect(submit.security).toEqual([{ bearer: [] }]);
});

test('a submission whose documents are still on their way is answered with a receipt', () => {
  const { responses } = api.paths['/api/v1/drafts/{program_id}/submit']!['post']!;
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
  expect(successes).toEqual(['201', '202']);
  expect(JSON.stringify(responses['202'])).toMatch(/complete_until|#\/components/);
});

test('a filter says what it takes', () => {
  const list = api.paths['/api/v1/programs/']!['get']!;
  const names = list.parameters.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['skip', 'limit', 'q', 'sort', 'sector', 'open']));
  expect(list.parameters.find(({ name }) => name === 'open')!.schema).not.toEqual({});
});

test('the page for people needs no script and names every call', async () => {
  const { status, text, headers } = await app.visitor.get('/docs');
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).not.toMatch(/<script|\sstyle=/);
  for (const { path } of API)
    expect(text).toContain(`<code>${API_BASE}${path.replace('*', '{key}')}</code>`);
});

test('the calls that answer an ETag are described with it, and no others', () => {
  const tagged = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => JSON.stringify(responses).includes('"ETag"'))
      .map(([method]) => `${method} ${path.slice(API_BASE.length)}`),
  );
  expect(tagged).toEqual(expect.arrayContaining(['get /auth/me', 'get /receipts/{number}']));
  expect(tagged).not.toContain('get /proposals/{id}/documents/{kind}');
  expect(tagged).not.toContain('delete /faqs/{id}');
});
