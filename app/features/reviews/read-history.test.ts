import { expect, test } from 'vitest';
import { readChanges } from './read-history.ts';

const names = new Map([['id-1', 'Efua Sample']]);

test('people, stages and decisions stand by their names', () => {
  const changes = [
    { field: 'assigned_to', before: null, after: 'id-1' },
    { field: 'funding_stage', before: 'PENDING_FUNDING', after: 'SEED' },
    { field: 'decision', before: 'undecided', after: 'approved' },
    { field: 'flagged', before: false, after: true },
  ];
  expect(
    readChanges(changes, names).map(({ label, before, after }) => [label, before, after]),
  ).toEqual([
    ['Assigned to', 'Nobody', 'Efua Sample'],
    ['Funding stage', 'Pending Funding', 'Seed'],
    ['Decision', 'Not decided yet', 'Approved'],
    ['Flag', 'No', 'Yes'],
  ]);
});

test('who has left is no id', () => {
  const [change] = readChanges([{ field: 'assigned_to', before: 'id-9', after: 'id-1' }], names);
  expect(change).toMatchObject({
    before: 'somebody who is no longer an admin',
    after: 'Efua Sample',
  });
});

test('an approval is told once, a note not by its id, a document by the beginning of its digest', () => {
  const changes = [
    { field: 'is_approved', before: false, after: true },
    { field: 'decision', before: 'undecided', after: 'approved' },
    { field: 'note', before: null, after: 'id-7' },
    { field: 'pitch_deck', before: 'a'.repeat(64), after: 'b'.repeat(64) },
    { field: 'business_description', before: { length: 12, sha256: 'a' }, after: '' },
  ];
  expect(
    readChanges(changes, names).map(({ field, before, after }) => [field, before, after]),
  ).toEqual([
    ['decision', 'Not decided yet', 'Approved'],
    ['pitch_deck', 'aaaaaaaa', 'bbbbbbbb'],
    ['business_description', '12 characters', 'empty'],
  ]);
});

test('a virus is told with the document that it was found in', () => {
  const changes = [
    { field: 'kind', before: null, after: 'pitch_deck' },
    { field: 'threat', before: null, after: 'Eicar-Signature' },
  ];
  expect(readChanges(changes, names).map(({ label, after }) => [label, after])).toEqual([
    ['Document', 'Pitch deck'],
    ['Virus', 'Eicar-Signature'],
  ]);
});

test('a message is told with the side that wrote it', () => {
  const changes = [
    { field: 'from', before: null, after: 'firm' },
    { field: 'text', before: null, after: { length: 42, sha256: 'a' } },
  ];
  expect(readChanges(changes, names).map(({ label, after }) => [label, after])).toEqual([
    ['From', 'Our team'],
    ['Text', '42 characters'],
  ]);
});
