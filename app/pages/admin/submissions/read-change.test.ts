import { expect, test } from 'vitest';
import { readChange } from './read-change.ts';

function form(fields: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test('a decline needs a reason that says something', () => {
  expect(readChange('decline', form([['decline_reason', '  ']])).fields).toHaveProperty(
    'decline_reason',
  );
  expect(readChange('decline', form([['decline_reason', 'Too short']])).fields).toHaveProperty(
    'decline_reason',
  );
  expect(readChange('decline', form([['decline_reason', 'The market is too small.']]))).toEqual({
    change: { decision: 'declined', decline_reason: 'The market is too small.' },
  });
});

test('forty each among two, nobody from their own region', () => {
  expect(
    readChange(
      'share',
      form([
        ['assign_evenly', 'a'],
        ['assign_evenly', 'b'],
        ['each', '40'],
        ['not_own_region', 'true'],
      ]),
    ),
  ).toEqual({ change: { assign_evenly: ['a', 'b'], not_own_region: true, each: 40 } });
  expect(readChange('share', form([['each', '40']])).fields).toHaveProperty('assign_evenly');
  expect(
    readChange(
      'share',
      form([
        ['assign_evenly', 'a'],
        ['each', '2001'],
      ]),
    ).fields,
  ).toHaveProperty('each');
});

test('labels are added and removed, but no label is both', () => {
  expect(
    readChange(
      'label',
      form([
        ['add_labels', 'a'],
        ['remove_labels', 'b'],
        ['remove_labels', 'c'],
      ]),
    ),
  ).toEqual({ change: { add_labels: ['a'], remove_labels: ['b', 'c'] } });
  expect(readChange('label', form([])).fields).toHaveProperty('add_labels');
  const both = form([
    ['add_labels', 'a'],
    ['add_labels', 'b'],
    ['remove_labels', 'b'],
  ]);
  expect(readChange('label', both).fields).toHaveProperty('remove_labels');
});

test('unassigned is a choice', () => {
  expect(readChange('assign', form([['assigned_to', '']]))).toEqual({
    change: { assigned_to: null },
  });
});
