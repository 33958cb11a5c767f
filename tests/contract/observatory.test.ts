/**
 * The header rules of the public observatory (MDN HTTP Observatory): every answer of an https
 * installation earns at least 100 points, which is A+.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://trek.example.com' });
});
afterAll(() => app.close());

type Policy = Map<string, string[]>;

const readPolicy = (text: string): Policy =>
  new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );

const sourcesOf = (policy: Policy, name: string): string[] =>
  policy.get(name) ?? policy.get('default-src') ?? ['*'];

/** The observatory's score for a policy. */
function scorePolicy(policy: Policy): number {
  const active = ['script-src', 'object-src'].flatMap((name) => sourcesOf(policy, name));
  if (active.some((one) => /^(\*|https?:|data:|'unsafe-inline')$/.test(one))) return -20;
  if (active.includes("'unsafe-eval'")) return -10;
  const passive = ['img-src', 'media-src'].flatMap((name) => sourcesOf(policy, name));
  if (passive.some((one) => /^http:/.test(one))) return -10;
  if (sourcesOf(policy, 'style-src').includes("'unsafe-inline'")) return 0;
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
}

type Rule = {
  name: string;
  header: string;
  wanted: RegExp;
  points: [met: number, broken: number];
};

const RULES: readonly Rule[] = [
  {
    name: 'resources',
    header: 'cross-origin-resource-policy',
    wanted: /^same-(origin|site)$/,
    points: [10, 0],
  },
  {
    name: 'referrer',
    header: 'referrer-policy',
    wanted: /^(no-referrer|same-origin|strict-origin)/,
    points: [5, -5],
  },
  // At least half a year.
  {
    name: 'transport',
    header: 'strict-transport-security',
    wanted: /max-age=(?!0|1[0-4])\d{8}/,
    points: [0, -20],
  },
  { name: 'types', header: 'x-content-type-options', wanted: /^nosniff$/, points: [0, -5] },
  { name: 'cookies', header: 'set-cookie', wanted: /^$/, points: [0, -5] },
  { name: 'sharing', header: 'access-control-allow-origin', wanted: /^(?!\*)/, points: [0, -50] },
  {
    name: 'framing',
    header: 'content-security-policy',
    wanted: /frame-ancestors 'none'/,
    points: [5, -20],
  },
];

function scoreHeaders(headers: Headers): Record<string, number> {
  const policy = readPolicy(headers.get('content-security-policy') ?? '');
  const scored = RULES.map(({ name, header, wanted, points }) => [
    name,
    points[wanted.test(headers.get(header) ?? '') ? 0 : 1],
  ]);
  return { policy: scorePolicy(policy), ...Object.fromEntries(scored) };
}

test.each([
  '/',
  '/faqs',
  '/login',
  '/dashboard',
  '/nothing-here',
  '/%00',
  '/api/v1/faqs/',
  '/api/v1/docs',
])('%s earns an A+', async (path) => {
  const { headers } = await fetch(app.url + path);
  const modifiers = scoreHeaders(headers);
  for (const [rule, points] of Object.entries(modifiers))
    expect(points, rule).toBeGreaterThanOrEqual(0);
  // Extra points count from 90 on, so none may be lost first.
  expect(
    Object.values(modifiers).reduce((sum, points) => sum + points, 100),
  ).toBeGreaterThanOrEqual(100);
});

test('an http picture of a post is asked for by https, not blocked', async () => {
  const policy = readPolicy(
    (await fetch(`${app.url}/`)).headers.get('content-security-policy') ?? '',
  );
  expect(policy.has('upgrade-insecure-requests')).toBe(true);
  expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'https:']);
});
