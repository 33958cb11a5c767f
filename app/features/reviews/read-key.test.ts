import { expect, test } from 'vitest';
import { KEY_LABELS } from './key-labels.ts';
import { placeOf } from '#app/ui/key-place.ts';
import { readKey, type PressedKey } from './read-key.ts';

const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test.each([
  ['j', 'next'],
  ['k', 'previous'],
  ['a', 'approve'],
  ['d', 'decline'],
  ['f', 'flag'],
  ['n', 'note'],
  ['/', 'search'],
  ['?', 'keys'],
  ['s', 'saveNext'],
  ['u', 'undo'],
  ['J', 'next'],
])('%s is: %s', (key, action) => expect(readKey(press(key), 'screen')).toBe(action));

test('letters typed into a field are no shortcuts', () => {
  for (const key of ['j', 'k', 'a', 'd', 'f', 'n', '/', '?', 's', 'u', 't'])
    expect(readKey(press(key), 'field'), key).toBeUndefined();
});

test('a field can be left and saved without a mouse', () => {
  expect(readKey(press('Escape'), 'field')).toBe('leaveField');
  expect(readKey(press('Enter', { ctrlKey: true }), 'field')).toBe('saveNext');
  expect(readKey(press('Enter', { metaKey: true }), 'field')).toBe('saveNext');
  expect(readKey(press('Enter'), 'field')).toBeUndefined();
});

test('the browser’s own keys are left alone', () => {
  expect(readKey(press('f', { ctrlKey: true }), 'screen')).toBeUndefined();
  expect(readKey(press('d', { altKey: true }), 'screen')).toBeUndefined();
  expect(readKey(press('a', { metaKey: true }), 'screen')).toBeUndefined();
});

test('a key held down decides once, but keeps moving through the list', () => {
  expect(readKey(press('a', { repeat: true }), 'screen')).toBeUndefined();
  expect(readKey(press('j', { repeat: true }), 'screen')).toBe('next');
});

test('an open dialog receives all keys', () => {
  expect(readKey(press('j'), 'dialog')).toBeUndefined();
  expect(readKey(press('Enter', { ctrlKey: true }), 'dialog')).toBeUndefined();
});

test('inputs that take letters are fields; checkboxes and buttons are not', () => {
  expect(placeOf({ tagName: 'TEXTAREA' }, false)).toBe('field');
  expect(placeOf({ tagName: 'SELECT' }, false)).toBe('field');
  expect(placeOf({ tagName: 'INPUT', type: 'search' }, false)).toBe('field');
  expect(placeOf({ tagName: 'DIV', isContentEditable: true }, false)).toBe('field');
  expect(placeOf({ tagName: 'INPUT', type: 'checkbox' }, false)).toBe('screen');
  expect(placeOf({ tagName: 'BUTTON', type: 'submit' }, false)).toBe('screen');
  expect(placeOf(null, false)).toBe('screen');
  expect(placeOf({ tagName: 'BODY' }, true)).toBe('dialog');
});

test('every key that does something is in the list of keys', () => {
  const listed: string[] = KEY_LABELS.map(([key]) => key);
  for (const key of 'abcdefghijklmnopqrstuvwxyz/?')
    if (readKey(press(key), 'screen')) expect(listed).toContain(key);
});
