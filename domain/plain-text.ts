/** Text as people type it: what of it is visible, and what is kept. */

export const sentence = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

/**
 * Invisible characters: white space, controls, joiners, direction marks, fillers, the blank Braille
 * pattern, and the place of an object that is not there.
 */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu;

/** The visible characters of a text. */
export const visibleOf = (text: string): string => text.replace(INVISIBLE, '');

/** Text without a visible character is empty, whatever it consists of. */
const orEmpty = (text: string): string => (visibleOf(text) === '' ? '' : text);

/** Characters that turn the direction of what follows: `fdp.exe` reads as `exe.pdf` with them. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * For names, titles and places: a line break or control character would only break a list, a file
 * or a mail.
 */
export const oneLine = (value: string): string =>
  orEmpty(
    value
      .replace(DIRECTIONS, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  );

/** Control characters other than line breaks and tabs mean nothing in any field. */
export const manyLines = (value: string): string =>
  orEmpty(value.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '').trim());

/** `label` as in "your first name"; `max` in characters. */
export const tooLong = (label: string, max: number) =>
  `${sentence(label)} can have at most ${max.toLocaleString('en-GB')} characters.`;
