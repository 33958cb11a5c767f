import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeBrowser, openBrowser } from '#tests/draft-server.ts';
import { createDraftStore } from './draft-store.ts';
import { readDrafts } from './local-storage.ts';

let key: string;
beforeEach(() => void (key = openBrowser()));
afterEach(closeBrowser);

const kept = () => readDrafts(key).map(({ values }) => values['text']);

/** Types into a form and waits until it is on the device. */
async function type(tab: ReturnType<typeof createDraftStore>, text: string) {
  await vi.advanceTimersByTimeAsync(10);
  tab.save({ text });
  tab.flush();
}

test('the same form in two tabs: neither text takes the place of the other', async () => {
  const [one, other] = [createDraftStore(key), createDraftStore(key)];
  await type(one, 'Looms');
  await type(other, 'Kente');
  expect(kept()).toEqual(['Kente', 'Looms']);
  await type(one, 'Looms and yarn');
  await type(other, 'Kente cloth');
  expect(kept()).toEqual(['Kente cloth', 'Looms and yarn']);
});

test('what one tab has saved is gone, and what another one has typed stays', async () => {
  const [one, other] = [createDraftStore(key), createDraftStore(key)];
  await type(one, 'Looms');
  await type(other, 'Kente');
  one.clear();
  expect(kept()).toEqual(['Kente']);
  expect(createDraftStore(key).offered()?.values).toEqual({ text: 'Kente' });
  other.clear();
  expect(kept()).toEqual([]);
});

test('a text that a second tab has taken up and sent is gone', async () => {
  const one = createDraftStore(key);
  await type(one, 'Looms');
  const other = createDraftStore(key);
  expect(other.takeUp()).toEqual({ text: 'Looms' });
  await type(other, 'Looms and yarn');
  other.clear();
  expect(kept()).toEqual([]);
});

test('a draft that an earlier release has stored is offered', () => {
  localStorage.setItem(`draft:${key}`, JSON.stringify({ values: { text: 'Old' }, savedAt: 1 }));
  const store = createDraftStore(key);
  expect(store.takeUp()).toEqual({ text: 'Old' });
  store.clear();
  expect(kept()).toEqual([]);
});

test('the newest version is offered, one other can be brought back, and none is lost', async () => {
  for (const text of ['Boats', 'Looms', 'Kente']) await type(createDraftStore(key), text);
  const store = createDraftStore(key);
  expect(store.takeUp()).toEqual({ text: 'Kente' });
  expect(store.takeUp()).toEqual({ text: 'Looms' });
  expect(store.takeUp()).toEqual({ text: 'Kente' });
  expect(kept()).toEqual(['Kente', 'Looms', 'Boats']);
});

test('a text that was sent is gone, and the other version is still offered', async () => {
  for (const text of ['Looms', 'Kente']) await type(createDraftStore(key), text);
  const store = createDraftStore(key);
  store.takeUp();
  store.empty();
  expect(kept()).toEqual(['Looms']);
  expect(store.offered()?.values).toEqual({ text: 'Looms' });
});
