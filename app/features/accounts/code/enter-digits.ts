import { findCode, tidyCode } from '#domain/accounts/code-rules.ts';

type Entry = {
  digits: readonly string[];
  /** Where the next digit goes. */
  place: number;
  /** Why nothing has changed. */
  refusal?: string;
};

const REFUSALS = {
  letter: 'The code contains only digits.',
  text: 'There is no 6-digit code in what you pasted. Type the digits.',
};

/**
 * The code after the box at `place` changed to `text`: a whole code, or a sentence with one, fills
 * all boxes, a single digit its own; letters and other lengths change nothing.
 */
export function enterDigits(digits: readonly string[], place: number, text: string): Entry {
  const put = (digit: string) => digits.map((old, box) => (box === place ? digit : old));
  const whole = findCode(text, digits.length);
  if (whole) return { digits: [...whole], place: digits.length - 1 };
  if (text === '') return { digits: put(''), place };
  const typed = tidyCode(text).replace(/\D/g, '');
  const old = digits[place]!;
  // The box already had a digit: the other one is new, wherever the caret was.
  const fresh = old && typed.length === 2 ? typed.replace(old, '') : typed;
  if (fresh.length === 1) return { digits: put(fresh), place: place + 1 };
  return { digits, place, refusal: text.length > 2 ? REFUSALS.text : REFUSALS.letter };
}
