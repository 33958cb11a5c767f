type Entry = { digits: readonly string[]; /** Where the next digit goes. */ place: number };

/**
 * The code after the box at `place` changed to `text`: a whole code fills all boxes, a single digit
 * its own; letters and other lengths change nothing.
 */
export function enterDigits(digits: readonly string[], place: number, text: string): Entry {
  const put = (digit: string) => digits.map((old, box) => (box === place ? digit : old));
  const typed = text.replace(/\D/g, '');
  if (typed.length === digits.length) return { digits: [...typed], place: digits.length - 1 };
  if (text === '') return { digits: put(''), place };
  const old = digits[place]!;
  // The box already had a digit: the other one is new, wherever the caret was.
  const fresh = old && typed.length === 2 ? typed.replace(old, '') : typed;
  if (fresh.length !== 1) return { digits, place };
  return { digits: put(fresh), place: place + 1 };
}
