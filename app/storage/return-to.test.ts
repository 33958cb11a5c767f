import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOwnPath, saveReturnTo, takeReturnTo } from './return-to.ts';

function stubStorage(name: 'sessionStorage' | 'localStorage'): void {
  const stored = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
}

beforeEach(() => {
  stubStorage('sessionStorage');
  stubStorage('localStorage');
});
afterEach(() => vi.useRealTimers());

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
  saveReturnTo('/dashboard/applicant/view-proposal/1?from=list', 'ama');
  expect(takeReturnTo(null, 'ama')).toBe('/dashboard/applicant/view-proposal/1?from=list');
  saveReturnTo('/dashboard/applicant/view-proposal/1', 'ama');
  expect(takeReturnTo(null, 'kofi')).toBe('/dashboard');
  expect(takeReturnTo(null, 'ama'), 'it is gone').toBe('/dashboard');
});

test('where a visitor wanted to go is for whoever logs in, once', () => {
  saveReturnTo('/dashboard/profile');
  expect(takeReturnTo(null, 'kofi')).toBe('/dashboard/profile');
  expect(takeReturnTo(null, 'kofi')).toBe('/dashboard');
  saveReturnTo('/dashboard/profile', 'ama');
  expect(takeReturnTo('/dashboard/available-programs', 'kofi')).toBe(
    '/dashboard/available-programs',
  );
  saveReturnTo('//evil.example');
  expect(takeReturnTo('https://evil.example', undefined)).toBe('/dashboard');
});

test('a visitor who logs in in another tab goes on too, for an hour; nobody else does', () => {
  saveReturnTo('/dashboard/profile');
  stubStorage('sessionStorage');
  expect(takeReturnTo(null, 'kofi')).toBe('/dashboard/profile');

  saveReturnTo('/dashboard/profile', 'kofi');
  stubStorage('sessionStorage');
  expect(takeReturnTo(null, 'kofi')).toBe('/dashboard');

  vi.useFakeTimers();
  saveReturnTo('/dashboard/profile');
  stubStorage('sessionStorage');
  vi.setSystemTime(Date.now() + 3_700_000);
  expect(takeReturnTo(null, 'kofi')).toBe('/dashboard');

  saveReturnTo('/dashboard/profile');
  stubStorage('sessionStorage');
  vi.setSystemTime(Date.now() - 3_700_000);
  expect(takeReturnTo(null, 'kofi'), 'the clock was put right since').toBe('/dashboard');
});
