/** Numbers and amounts as people type them; what could mean two numbers is never guessed. */

const NUMBER_WORDS = {
  plain: 'Type only digits, such as 1200.',
  either: (one: string, other: string) => `Type ${one} or ${other}.`,
  groups: (typed: string) => `Type it without points: ${typed}.`,
  point: (typed: string) => `Type decimals after a point: ${typed}.`,
} as const;

/** The cedi before or after an amount: "GHS 65,000". Amounts in other currencies are not read. */
const CEDI = /^(?:GHS|GH₵|GH¢|₵) ?| ?(?:GHS|GH₵|GH¢|₵)$/gi;

const PLAIN = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^-?\d{1,3}(?: \d{3})+(?:\.\d+)?$/;
/** `65.000`: 65 in Accra, 65,000 in Lomé. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}\.\d{3}$/;
const POINT_GROUPED = /^-?\d{1,3}(?:\.\d{3}){2,}$/;
const DECIMAL_COMMA = /^-?(?:\d+|\d{1,3}(?:[. ]\d{3})+),\d+$/;

type ReadNumber = { value: number; wrong?: never } | { wrong: string; value?: never };

/** Takes `1,200.50`, `GHS 65,000` and `−5`; anything else is refused with a sentence. */
export function readNumber(text: string): ReadNumber {
  const typed = text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(CEDI, '')
    .replace(/^[\u2212\u2013] ?/, '-')
    .replace(/^\+/, '');
  if (AMBIGUOUS.test(typed)) return { wrong: NUMBER_WORDS.either(...meantBy(typed)) };
  if (POINT_GROUPED.test(typed)) return { wrong: NUMBER_WORDS.groups(typed.replaceAll('.', '')) };
  if (GROUPED.test(typed)) return { value: Number(typed.replace(/[ ,]/g, '')) };
  if (DECIMAL_COMMA.test(typed))
    return { wrong: NUMBER_WORDS.point(typed.replace(/[. ]/g, '').replace(',', '.')) };
  return PLAIN.test(typed) ? { value: Number(typed) } : { wrong: NUMBER_WORDS.plain };
}

/** Both meanings, each as it can be typed: `65.125` would be asked about again. */
function meantBy(typed: string): [string, string] {
  const isWhole = typed.endsWith('.000');
  return [isWhole ? typed.slice(0, -4) : `${typed}0`, typed.replace('.', '')];
}

/** What can be read, or the text as it was typed, so that it can be refused in its place. */
export const numberOrText = (text: string): number | string =>
  readNumber(text).value ?? text.trim();
