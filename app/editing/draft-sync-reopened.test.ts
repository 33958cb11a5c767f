import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import {
  closeBrowser,
  openBrowser,
  refuseStorage,
  silence,
  startDraftServer,
} from '#tests/draft-server.ts';
import { createDraftSync } from './draft-sync.ts';

const changed = () => new ApiError(412, 'changed_meanwhile', 'Changed.');
let key = '';
beforeEach(() => {
  key = openBrowser();
});
afterEach(closeBrowser);

/** The page is loaded anew: nothing stays but what this device has stored. */
async function reload(calls: ReturnType<typeof startDraftServer>['calls']) {
  const now = Date.now();
  vi.clearAllTimers();
  vi.setSystemTime(now);
  vi.resetModules();
  const { createDraftSync: createLater } = await import('./draft-sync.ts');
  const sync = createLater(key, calls);
  await sync.load();
  return sync;
}

test('typed while the server saves what was before, then reloaded: the newest words stay in the form', async () => {
  const { server, calls } = startDraftServer(changed);
  const slow = {
    ...calls,
    save: async (values: Record<string, string>, etag: string | null) => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const saved = await calls.save(values, etag);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      return saved;
    },
  };
  const sync = createDraftSync(key, slow);
  await sync.load();
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(12_000);
  sync.save({ name: 'Looms and' });
  await vi.advanceTimersByTimeAsync(2000);
  sync.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(6000);
  expect(server.values).toEqual({ name: 'Looms and' });
  // Before the answer.
  const later = await reload(calls);
  expect(later.read()).toMatchObject({ values: { name: 'Looms and more' } });
  expect(later.read().notice?.kind).not.toBe('two');
  await vi.advanceTimersByTimeAsync(6000);
  expect(server.values).toEqual({ name: 'Looms and more' });
});

test('opened without a connection, it is not called saved just now, and learns what another device saved', async () => {
  const { server, calls } = startDraftServer(changed);
  const before = createDraftSync(key, calls);
  await before.load();
  before.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(3000);
  server.isSilent = true;
  const sync = await reload(calls);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sync.read().save).toMatchObject({ kind: 'here' });
  Object.assign(server, { values: { name: 'Kente' }, version: 7, savedAt: Date.now() });
  server.isSilent = false;
  await vi.advanceTimersByTimeAsync(6000);
  expect(sync.read()).toMatchObject({ values: { name: 'Kente' }, save: { kind: 'sent' } });
});

test('opened on a new device without a connection, the draft comes when the line is back', async () => {
  const { server, calls } = startDraftServer(changed);
  Object.assign(server, { values: { name: 'Looms' }, version: 3, savedAt: Date.now() });
  server.isSilent = true;
  const sync = createDraftSync(key, calls);
  await sync.load();
  await vi.advanceTimersByTimeAsync(7000);
  expect(sync.read().save).toMatchObject({ kind: 'nothing' });
  server.isSilent = false;
  await vi.advanceTimersByTimeAsync(6000);
  expect(sync.read()).toMatchObject({ values: { name: 'Looms' }, save: { kind: 'sent' } });
});

test('in a browser that keeps nothing, a form that was left and opened again has what was typed', async () => {
  const { server, calls } = startDraftServer(changed);
  refuseStorage();
  const left = createDraftSync(key, calls);
  await left.load();
  server.isSilent = true;
  left.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(2000);
  left.leave();
  const sync = createDraftSync(key, calls);
  await sync.load();
  expect(sync.read().values).toEqual({ name: 'Looms' });
  server.isSilent = false;
  await vi.advanceTimersByTimeAsync(6000);
  expect(server.values).toEqual({ name: 'Looms' });
});

test('a text that is corrected while the server refuses it is sent, and no refusal stays', async () => {
  const { server, calls } = startDraftServer(changed);
  const strict = {
    ...calls,
    save: async (values: Record<string, string>, etag: string | null) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      if (values['name'] === 'too long') throw new ApiError(422, 'invalid', 'Too long.');
      return calls.save(values, etag);
    },
  };
  const sync = createDraftSync(key, strict);
  await sync.load();
  sync.save({ name: 'too long' });
  await vi.advanceTimersByTimeAsync(2000);
  sync.save({ name: 'short' });
  await vi.advanceTimersByTimeAsync(2000);
  await vi.advanceTimersByTimeAsync(8000);
  expect(server.values).toEqual({ name: 'short' });
  expect(sync.read().save).toMatchObject({ kind: 'sent' });
});

test('in a browser that keeps nothing, a form that was left still sends what was typed', async () => {
  const { server, calls } = startDraftServer(changed);
  refuseStorage();
  const sync = createDraftSync(key, calls);
  await sync.load();
  server.isSilent = true;
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(2000);
  sync.leave();
  server.isSilent = false;
  await vi.advanceTimersByTimeAsync(6000);
  expect(server.values).toEqual({ name: 'Looms' });
});

test('a lost answer is remembered however long there is no connection', async () => {
  const { server, calls } = startDraftServer(changed);
  let isLost = false;
  const sync = createDraftSync(key, {
    ...calls,
    save: async (values: Record<string, string>, etag: string | null) => {
      const saved = await calls.save(values, etag);
      if (isLost) throw silence();
      return saved;
    },
  });
  await sync.load();
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(2000);
  isLost = true;
  sync.save({ name: 'Looms and' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.values).toEqual({ name: 'Looms and' });
  isLost = false;
  server.isSilent = true;
  vi.stubGlobal('navigator', { onLine: false });
  for (let word = 1; word <= 30; word += 1) {
    sync.save({ name: `Looms and ${word}` });
    await vi.advanceTimersByTimeAsync(10_000);
  }
  vi.stubGlobal('navigator', { onLine: true });
  await vi.advanceTimersByTimeAsync(60_000);
  server.isSilent = false;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(server.values).toEqual({ name: 'Looms and 30' });
  expect(sync.read().notice).toBeNull();
});

test('typed while a second tab is opened without a connection: it stays on the device, and is in that tab too', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  server.isSilent = true;
  sync.save({ name: 'Looms' });
  vi.resetModules();
  const { createDraftSync: createElsewhere } = await import('./draft-sync.ts');
  const second = createElsewhere(key, {
    ...calls,
    fetch: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      return calls.fetch();
    },
  });
  const opened = second.load();
  await vi.advanceTimersByTimeAsync(6000);
  await opened;
  expect(localStorage.getItem(`draft:${key}`)).toContain('Looms');
  expect(second.read().values).toEqual({ name: 'Looms' });
});

test('submitted or deleted elsewhere while the form is open: what is typed makes no second draft unsaid, and stays here', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(3000);
  Object.assign(server, { values: null, version: 0 });
  sync.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.values).toBeNull();
  expect(sync.read().save).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('submitted or deleted'),
  });
  const later = await reload(calls);
  expect(later.read().values).toEqual({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.values).toEqual({ name: 'Looms and more' });
});

test('opened without a connection, a draft that was submitted or deleted elsewhere is not made again unsaid either', async () => {
  const { server, calls } = startDraftServer(changed);
  const before = createDraftSync(key, calls);
  await before.load();
  before.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(3000);
  Object.assign(server, { values: null, version: 0, isSilent: true });
  const sync = createDraftSync(key, calls);
  await sync.load();
  sync.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(3000);
  server.isSilent = false;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(server.values).toBeNull();
  expect(sync.values()).toEqual({ name: 'Looms and more' });
  expect(sync.read().save).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('submitted or deleted'),
  });
});

test('if the storage becomes full while there is no connection, it is not called saved on this phone', async () => {
  const { server, calls } = startDraftServer(changed);
  const sync = createDraftSync(key, calls);
  await sync.load();
  server.isSilent = true;
  sync.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(sync.read().save).toMatchObject({ kind: 'here', isStored: true });
  refuseStorage();
  sync.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(500);
  expect(sync.read().save).toMatchObject({ kind: 'here', isStored: false });
});

test('in a browser that keeps nothing, a form whose draft was submitted elsewhere can be opened again with what was typed', async () => {
  const { server, calls } = startDraftServer(changed);
  refuseStorage();
  const left = createDraftSync(key, calls);
  await left.load();
  left.save({ name: 'Looms' });
  await vi.advanceTimersByTimeAsync(3000);
  Object.assign(server, { values: null, version: 0 });
  left.save({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(left.read().save).toMatchObject({ kind: 'refused' });
  expect((left.read().save as { message: string }).message).not.toMatch(/reload|phone/);
  left.leave();
  const sync = createDraftSync(key, calls);
  await sync.load();
  expect(sync.read().values).toEqual({ name: 'Looms and more' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.values).toEqual({ name: 'Looms and more' });
});
