import { expect, test } from 'vitest';
import { placeOf, readKey } from './use-screen-keys.ts';

const press = (key: string, more: Partial<Parameters<typeof readKey>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test.each([
  ['j', 'j'],
  ['J', 'j'],
  ['S', 's'],
  ['/', '/'],
  ['?', '?'],
  ['1', '1'],
  ['Enter', 'Enter'],
  ['ArrowDown', 'ArrowDown'],
])('%s is: %s', (key, name) => expect(readKey(press(key), 'screen')).toBe(name));

test('letters typed into a field are no shortcuts', () => {
  for (const key of ['j', 'k', 'a', 'd', 'f', 'n', '/', '?', 's', 'u', 't', 'x', 'c', '1', 'Enter'])
    expect(readKey(press(key), 'field'), key).toBeUndefined();
});

test('a field can be left and saved without a mouse', () => {
  expect(readKey(press('Escape'), 'field')).toBe('Escape');
  expect(readKey(press('Enter', { ctrlKey: true }), 'field')).toBe('Ctrl Enter');
  expect(readKey(press('Enter', { metaKey: true }), 'field')).toBe('Ctrl Enter');
});

test('the browser’s own keys are left alone', () => {
  expect(readKey(press('f', { ctrlKey: true }), 'screen')).toBeUndefined();
  expect(readKey(press('d', { altKey: true }), 'screen')).toBeUndefined();
  expect(readKey(press('a', { metaKey: true }), 'screen')).toBeUndefined();
  expect(readKey(press('Enter', { ctrlKey: true, altKey: true }), 'screen')).toBeUndefined();
});

test('a letter that is being composed is no shortcut', () => {
  expect(readKey(press('s', { isComposing: true }), 'screen')).toBeUndefined();
  expect(readKey(press('Enter', { isComposing: true, ctrlKey: true }), 'field')).toBeUndefined();
});

test('a key held down writes once, but keeps moving and scrolling', () => {
  for (const key of ['a', 's', 'x', 'X', 'u', '5', 'Enter'])
    expect(readKey(press(key, { repeat: true }), 'screen'), key).toBeUndefined();
  for (const key of ['j', 'K', ' ', 'ArrowDown'])
    expect(readKey(press(key, { repeat: true }), 'screen'), key).toBe(
      key.length === 1 ? key.toLowerCase() : key,
    );
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
