import { beforeEach, expect, test, vi } from 'vitest';
import { isOwnPath, rememberNext, takeNext } from './return-to.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test.each(['/dashboard', '/dashboard/applicant/submit?programId=p1', '/'])(
  '%s is a path of ours',
  (path) => expect(isOwnPath(path)).toBe(true),
);
test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '',
  'dashboard',
  '/a\\b',
  '/\t/evil.example',
])('%j is not', (path) => expect(isOwnPath(path)).toBe(false));

test("one person's place is not the next person's", () => {
  rememberNext('/dashboard/applicant/view-proposal/1?from=list', 'ama');
  expect(takeNext(null, 'ama')).toBe('/dashboard/applicant/view-proposal/1?from=list');
  rememberNext('/dashboard/applicant/view-proposal/1', 'ama');
  expect(takeNext(null, 'kofi')).toBe('/dashboard');
  expect(takeNext(null, 'ama'), 'it is gone').toBe('/dashboard');
});

test('where a visitor wanted to go is for whoever logs in, once', () => {
  rememberNext('/dashboard/profile');
  expect(takeNext(null, 'kofi')).toBe('/dashboard/profile');
  expect(takeNext(null, 'kofi')).toBe('/dashboard');
  rememberNext('/dashboard/profile', 'ama');
  expect(takeNext('/dashboard/available-programs', 'kofi')).toBe('/dashboard/available-programs');
  rememberNext('//evil.example');
  expect(takeNext('https://evil.example', undefined)).toBe('/dashboard');
});
