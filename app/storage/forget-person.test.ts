import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ADA = 'aaaaaaaa-0000-4000-8000-00000000000a';
const KOFI = 'bbbbbbbb-0000-4000-8000-00000000000b';
const at = (values: Record<string, string>, more = {}) =>
  JSON.stringify([{ values, savedAt: Date.now(), ...more }]);
let stored: Record<string, string>;

beforeEach(() => {
  vi.resetModules();
  stored = {};
  const storage = new Proxy(stored, {
    get: (all, name: string) =>
      ({
        getItem: (key: string) => all[key] ?? null,
        setItem: (key: string, value: string) => void (all[key] = value),
        removeItem: (key: string) => void delete all[key],
        clear: () => undefined,
      })[name],
  });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
  // Other files share the process: a module that has forgotten a person writes nothing more.
  vi.resetModules();
});

test('a logout takes all that names this person, whatever its kind, and nothing of others', async () => {
  const { forgetPerson } = await import('./forget-person.ts');
  Object.assign(stored, {
    [`draft:submit:one:${ADA}`]: at({ name: 'Looms' }, { isSent: true }),
    [`draft:upload:one:pitch_deck:${ADA}`]: at({ id: '1', file: 'deck.pdf|1|2' }),
    [`draft:review:two:${ADA}`]: at({ note: 'Call the bank.' }),
    [`draft:message:two:${ADA}`]: at({ text: 'Hello' }),
    'draft:public-contact': at({ message: 'Hello' }),
    'draft:register:visitor': at({ email: 'ada@example.com' }),
    [`visits:${ADA}`]: '{}',
    [`draft:submit:one:${KOFI}`]: at({ name: 'Boats' }),
    'columns:proposals': '[]',
  });
  forgetPerson(ADA);
  expect(Object.keys(stored)).toEqual([`draft:submit:one:${KOFI}`, 'columns:proposals']);
});

test('a deleted draft takes its answers and the notes of all its uploads, and nothing else', async () => {
  const { forgetSubmission } = await import('./submission-drafts.ts');
  const others = [`draft:upload:two:q-1:${ADA}`, `draft:upload:one:q-1:${KOFI}`];
  for (const key of [
    ...[`draft:submit:one:${ADA}`, `draft:upload:one:pitch_deck:${ADA}`],
    ...[`draft:upload:one:q-1:${ADA}`, ...others],
  ])
    stored[key] = at({ id: '1', file: 'deck.pdf|1|2' });
  forgetSubmission('one', ADA);
  expect(Object.keys(stored)).toEqual(others);
});

test('what the page still wants to write after the logout is not written', async () => {
  const { forgetPerson } = await import('./forget-person.ts');
  const { writeDrafts } = await import('./local-storage.ts');
  forgetPerson(ADA);
  writeDrafts(`message:two:${ADA}`, [{ values: { text: 'Hello' }, savedAt: 1 }]);
  expect(stored).toEqual({});
});

test('scores that the server has not answered for stay on a judge’s phone', async () => {
  const { forgetPerson, unsavedForms } = await import('./forget-person.ts');
  const owed = `draft:review:two:${ADA}`;
  stored[owed] = at({ impact: '4' }, { isSent: false, etag: '"1"' });
  stored[`draft:review:three:${ADA}`] = at({ impact: '4' }, { isSent: true, etag: '"1"' });
  expect(unsavedForms(ADA)).toEqual([]);
  forgetPerson(ADA);
  expect(Object.keys(stored)).toEqual([owed]);
});

test('a judge is asked before scores of a hall wait alone; they stay with their key', async () => {
  const { forgetPerson, unsavedForms } = await import('./forget-person.ts');
  const record = { key: 'k', pack: {}, texts: {}, unsent: [{ key: '1' }], refused: [] };
  const [owed, sent, other] = [`pitch:${ADA}:one`, `pitch:${ADA}:two`, `pitch:${KOFI}:one`];
  stored[owed] = JSON.stringify(record);
  stored[sent] = stored[other] = JSON.stringify({ ...record, unsent: [] });
  expect(unsavedForms(ADA)).toEqual([owed]);
  forgetPerson(ADA);
  expect(Object.keys(stored)).toEqual([owed, other]);
  expect(JSON.parse(stored[owed]!)).toMatchObject({ key: 'k', pack: null, unsent: [{ key: '1' }] });
});

test('text counts as unsaved if the server lacks it; what is empty, sent or a file does not', async () => {
  const { unsavedForms } = await import('./forget-person.ts');
  stored[`draft:submit:one:${ADA}`] = at({ name: 'Looms' }, { isSent: true });
  stored[`draft:upload:one:pitch_deck:${ADA}`] = at({ id: '1', file: 'deck.pdf|1|2' });
  stored[`draft:profile:${ADA}`] = at({ city: ' ' });
  stored[`draft:message:two:${KOFI}`] = at({ text: 'Hello' });
  expect(unsavedForms(ADA)).toEqual([]);
  const [sent, putAside] = [{ isSent: true }, { isSent: false }].map((more, savedAt) => ({
    ...{ values: { name: 'Looms' }, savedAt },
    ...more,
  }));
  stored[`draft:submit:one:${ADA}`] = JSON.stringify([sent, putAside]);
  expect(unsavedForms(ADA), 'another version was put aside').toEqual([]);
  stored[`draft:submit:one:${ADA}`] = at({ name: 'Looms' }, { isSent: false });
  expect(unsavedForms(ADA)).toEqual([`submit:one:${ADA}`]);
});

test('the desk of a pitch round goes with a logout, unless something waits to be sent', async () => {
  const { forgetPerson, unsavedForms } = await import('./forget-person.ts');
  const desk = (person: string, unsent: unknown[]) => JSON.stringify({ person, unsent });
  Object.assign(stored, {
    ...{ 'desk:sent': desk(ADA, []), 'desk:waits': desk(ADA, [{ id: '1' }]) },
    'desk:other': desk(KOFI, []),
  });
  expect(unsavedForms(ADA)).toEqual(['desk:waits']);
  forgetPerson(ADA);
  expect(Object.keys(stored)).toEqual(['desk:waits', 'desk:other']);
});

test('a desk that is ready keeps its screens: whoever signs in brings none of theirs', async () => {
  const { isDeskReady } = await import('./desk-keys.ts');
  expect(isDeskReady()).toBe(false);
  stored['desk:opened'] = JSON.stringify({ person: ADA, key: null, unsent: [] });
  expect(isDeskReady()).toBe(false);
  stored['desk:ready'] = JSON.stringify({ person: ADA, key: 'key', unsent: [] });
  expect(isDeskReady()).toBe(true);
});
