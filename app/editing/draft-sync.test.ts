import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { closeBrowser, openBrowser, silence, startDraftServer } from '#tests/draft-server.ts';
import { createDraftSync } from './draft-sync.ts';

const changed = () => new ApiError(412, 'changed_meanwhile', 'Changed.');
let key = '';
beforeEach(() => {
  key = openBrowser();
});
afterEach(closeBrowser);

test('whoever types without a pause has the newest second on the device, and all on the server within three', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  for (let letter = 1; letter <= 30; letter += 1) {
    sync.save({ name: 'x'.repeat(letter) });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(localStorage.getItem(`draft:${key}`)).toMatch(/x{20}/);
  expect(server.values?.['name']?.length).toBeGreaterThan(10);
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.values).toEqual({ name: 'x'.repeat(30) });
  expect(sync.read().save).toMatchObject({ kind: 'sent' });
  expect(server.saves).toBeLessThan(5);
});

test('whoever leaves the form right after the last letter has it on the device, and it goes', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  sync.save({ name: 'Looms' });
  sync.leave();
  expect(localStorage.getItem(`draft:${key}`)).toContain('Looms');
  await vi.advanceTimersByTimeAsync(0);
  expect(server.values).toEqual({ name: 'Looms' });
});

test('without a connection it stays on the device, and goes when the line is back', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  server.isSilent = true;
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(sync.read().save).toEqual({ kind: 'here', isStored: true, isOffline: true });
  server.isSilent = false;
  await vi.advanceTimersByTimeAsync(6000);
  expect(server.values).toEqual({ name: 'Looms' });
  expect(sync.read().save).toMatchObject({ kind: 'sent' });
});

test('saved elsewhere meanwhile: what is being typed stays, and the other can be brought back', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(3000);
  Object.assign(server, { values: { name: 'Kente' }, version: 7, savedAt: Date.now() });
  await vi.advanceTimersByTimeAsync(500);
  sync.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(6000);
  expect(server.values).toEqual({ name: 'Looms and more' });
  expect(sync.read().notice).toMatchObject({ kind: 'two' });
  sync.bringBack();
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.values).toEqual({ name: 'Kente' });
  expect(sync.read().values).toEqual({ name: 'Kente' });
  // It may be the older of the two.
  expect(sync.read().notice).toMatchObject({ kind: 'swapped' });
});

test('an answer that was lost makes no second version', async () => {
  const { server, calls } = startDraftServer(changed);
  const loseAnswers = {
    ...calls,
    save: async (values: Record<string, string>, etag: string | null) => {
      const saved = await calls.save({ name: values['name']!.trim() }, etag);
      if (server.saves === 2) throw silence();
      return saved;
    },
  };
  const sync = createDraftSync(key, loseAnswers);
  await sync.load();
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(3000);
  sync.save({ name: 'Looms and ' });
  await vi.advanceTimersByTimeAsync(2000);
  sync.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(server.values).toEqual({ name: 'Looms and more' });
  expect(sync.read().notice).toBeNull();
});

test('a submission waits until the server has every letter', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  sync.save({ name: 'Looms' });
  await sync.settleAll();
  expect(server.values).toEqual({ name: 'Looms' });
});

test('after it was submitted nothing of it is saved again', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  sync.save({ name: 'Looms' });
  sync.clear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.saves).toBe(0);
  expect(localStorage.getItem(`draft:${key}`)).toBeNull();
});

test('an old draft that is only opened is not called saved just now', async () => {
  const { server, calls } = startDraftServer(changed);
  const savedAt = Date.now() - 3 * 86_400_000;
  Object.assign(server, { values: { name: 'Looms' }, version: 1, savedAt });
  const sync = createDraftSync(key, calls);
  await sync.load();
  expect(sync.read().save).toEqual({ kind: 'sent', at: savedAt });
});

test('what was emptied can still be brought back after a reload', async () => {
  const { calls } = startDraftServer(changed);
  const before = createDraftSync(key, calls);
  await before.load();
  before.save({ name: 'Looms' });
  before.startFresh();
  await vi.advanceTimersByTimeAsync(3000);
  const sync = createDraftSync(key, calls);
  await sync.load();
  expect(sync.read()).toMatchObject({ values: { name: '' }, notice: { kind: 'fresh' } });
  sync.bringBack();
  expect(sync.read().values).toEqual({ name: 'Looms' });
});

test('of two versions, the other one is still offered after a reload without a connection', async () => {
  const { server, calls } = startDraftServer(changed);
  const before = createDraftSync(key, calls);
  await before.load();
  before.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(3000);
  Object.assign(server, { values: { name: 'Kente' }, version: 7, savedAt: Date.now() });
  before.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(6000);
  server.isSilent = true;
  const sync = createDraftSync(key, calls);
  await sync.load();
  expect(sync.read().notice).toMatchObject({ kind: 'two' });
  sync.bringBack();
  expect(sync.read().values).toEqual({ name: 'Kente' });
});

test('a form that was left without a connection and opened again sends its newest text only', async () => {
  const { server, calls } = startDraftServer(changed);
  const left = createDraftSync(key, calls);
  await left.load();
  server.isSilent = true;
  left.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(4000);
  left.leave();
  await vi.advanceTimersByTimeAsync(2000);
  const sync = createDraftSync(key, calls);
  await sync.load();
  sync.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(1000);
  server.isSilent = false;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(server.values).toEqual({ name: 'Looms and more' });
  expect(sync.read()).toMatchObject({ values: { name: 'Looms' }, save: { kind: 'sent' } });
  expect(sync.read().notice?.kind).not.toBe('two');
});

test('a draft that was deleted elsewhere is not sent again by a form that was left', async () => {
  const { server, calls } = startDraftServer(changed);
  const left = createDraftSync(key, calls);
  await left.load();
  server.isSilent = true;
  left.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(4000);
  left.leave();
  server.isSilent = false;
  localStorage.removeItem(`draft:${key}`);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(server.values).toBeNull();
  expect(localStorage.getItem(`draft:${key}`)).toBeNull();
});

test('an answer that arrives after it was deleted brings nothing back', async () => {
  const { calls } = startDraftServer(changed);
  let answer = () => {};
  const slow = {
    ...calls,
    save: async (values: Record<string, string>, etag: string | null) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return calls.save(values, etag);
    },
  };
  const sync = createDraftSync(key, slow);
  await sync.load();
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(2000);
  sync.clear();
  answer();
  await vi.advanceTimersByTimeAsync(2000);
  expect(localStorage.getItem(`draft:${key}`)).toBeNull();
});

test('typed in two tabs without a connection, both are kept on the device', async () => {
  const { server, calls } = startDraftServer(changed);
  const one = createDraftSync(key, calls);
  await one.load();
  vi.resetModules();
  const { createDraftSync: createElsewhere } = await import('./draft-sync.ts');
  const other = createElsewhere(key, calls);
  await other.load();
  server.isSilent = true;
  other.save({ name: 'Kente' });
  await vi.advanceTimersByTimeAsync(1000);
  one.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(one.read().notice).toMatchObject({ kind: 'two' });
  await vi.advanceTimersByTimeAsync(6000);
  expect(other.read().save).toMatchObject({ kind: 'here', isStored: true });
  // The browser is ended, and opened again.
  vi.resetModules();
  const { createDraftSync: createLater } = await import('./draft-sync.ts');
  const later = createLater(key, calls);
  await later.load();
  expect(later.read()).toMatchObject({ values: { name: 'Looms' }, notice: { kind: 'two' } });
  later.bringBack();
  expect(later.read().values).toEqual({ name: 'Kente' });
});
