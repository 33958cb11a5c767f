import { expect, test } from 'vitest';
import {
  describeAction,
  describeChange,
  describeChanges,
  describeTotal,
  describeValue,
} from './describe-entry.ts';

const entry = {
  actor: null,
  id: '1',
  at: '',
  entity: 'proposal',
  entity_id: '2',
  entity_name: null,
  ip: null,
};

test('a change is described with its values before and after', () => {
  expect(
    describeChange({ field: 'funding_stage', before: 'PENDING_FUNDING', after: 'SERIES_A' }),
  ).toBe('Funding stage: Pending Funding → Series A');
  expect(describeChange({ field: 'is_approved', before: false, after: true })).toBe(
    'Approved: No → Yes',
  );
  expect(describeChange({ field: 'flagged', before: null, after: true })).toBe('Flagged: Yes');
  expect(
    describeChange({
      field: 'deadline_date',
      before: '2026-11-22T23:59:59.000Z',
      after: '2026-12-22T23:59:59.000Z',
    }),
  ).toBe('Deadline: 22 November 2026 at 23:59 → 22 December 2026 at 23:59');
});

test('sizes, scores and kinds are in words', () => {
  const told = (field: string, after: Parameters<typeof describeChange>[0]['after']) =>
    describeChange({ field, before: null, after });
  expect([told('size', 1_461), told('kind', 'reading'), told('is_final', false)]).toEqual([
    ...['Size: 1 kB', 'Kind: Reading', 'Last round: No'],
  ]);
  expect(told('scores', { sha256: 'abc', length: 165 })).toBe('Scores: Given');
});

test('an assignee is named', () => {
  const change = { field: 'assigned_to', before: 'id-1', after: 'id-2' };
  expect(describeChange(change, new Map([['id-2', 'Efua Sample']]))).toBe(
    'Assigned to: id-1 → Efua Sample',
  );
});

test('a long text is described by its length, nothing by its name', () => {
  expect(describeValue({ sha256: 'abcdef0123456789', length: 1200 })).toBe(
    'A text of 1,200 characters',
  );
  expect([describeValue(null), describeValue(''), describeValue([])]).toEqual([
    'Nothing',
    'Nothing',
    'Nothing',
  ]);
});

test('a value that is one of a few is in words, and a formatted text without its markup', () => {
  expect(describeChange({ field: 'announces', before: 'at_once', after: 'together' })).toBe(
    'When applicants are told: As each is decided → All together',
  );
  expect(describeChange({ field: 'kind', before: null, after: 'own_business' })).toBe(
    'Kind: Own business',
  );
  expect(
    describeChange({
      field: 'description',
      before: null,
      after: '<p>For farms &amp; mills</p><ul><li>1 &lt; 2</li></ul>',
    }),
  ).toBe('Description: For farms & mills 1 < 2');
});

test('an action of a newer release is described by its name', () => {
  expect(describeAction({ action: 'proposals.review', entity: 'proposal' })).toBe(
    'Reviewed a proposal',
  );
  expect(describeAction({ action: 'parades.sendInvites', entity: 'parade' })).toBe(
    'Send Invites: parade',
  );
});

test('an erased entry says so, ids stay away; a very large total, that there may be more', () => {
  const change = (changes: { field: string; before: null; after: string }[]) => ({
    ...entry,
    action: 'x.y',
    erased: false,
    changes,
  });
  const ids = { field: 'program_id', before: null, after: '96d975c3-a79b-49b5-a5fc-97373c09a14d' };
  const name = { field: 'business_name', before: null, after: 'Volta Boats' };
  expect(describeChanges(change([ids, name]))).toBe('Business name: Volta Boats');
  expect(describeChanges(change([ids]))).toBe('–');
  expect(describeChanges({ ...entry, action: 'x.y', changes: [], erased: true })).toBe(
    'Erased at the person’s request',
  );
  expect(describeTotal(1, null)).toBe('1 entry');
  expect(describeTotal(2, 'cocoa')).toBe('2 entries');
  expect(describeTotal(2, 'cocoa 77')).toBe('2 entries among the newest');
  expect(describeTotal(2, 'cocoa', true)).toBe('2 entries among the newest');
  expect(describeTotal(2, null, true)).toBe('2 entries');
  expect(describeTotal(10_000, 'in')).toBe('10,000 entries or more');
});

test('on one line, ids of admins are shown by name and other ids not at all', () => {
  const id = '5f25417f-f11e-4a67-926b-7e134aa00b12';
  const changes = [
    { field: 'program_id', before: null, after: id },
    { field: 'business_name', before: null, after: 'Volta Ice' },
    { field: 'assigned_to', before: null, after: id.replace('5', '6') },
  ];
  const names = new Map([[id.replace('5', '6'), 'Efua Sample']]);
  expect(
    describeChanges({ ...entry, action: 'proposals.submit', changes, erased: false }, names),
  ).toBe('Business name: Volta Ice; Assigned to: Efua Sample');
});
