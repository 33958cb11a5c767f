/** Decides when two businesses have similar names. */
import { foldText } from '../fold-text.ts';

/** Words that are common in names and do not distinguish them. */
const PLAIN_WORDS = new Set(
  'and the of ltd limited co company inc plc llc gh ghana group enterprise enterprises venture ventures'.split(
    ' ',
  ),
);
/** Characters of a name that are compared. */
const COMPARED_CHARS = 60;
/** Minimum length of a piece that the search index can find. */
const SHORTEST_PART = 3;
/**
 * A longer word is searched for by its halves, so that a typing error in one leaves the other
 * intact.
 */
const LONGEST_PART = 5;
const MOST_PARTS = 6;
/** Minimum agreement of two similar names, from 0 to 1. */
const NEARLY = 0.65;
/** The same for two of their words. */
const NEARLY_A_WORD = 0.5;

function wordsOfName(name: string): string[] {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !PLAIN_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

/** Pieces of a name; a name that differs by a typing error usually contains all of them but one. */
export function partsOfName(name: string): string[] {
  const parts = wordsOfName(name).flatMap((word) => {
    if (word.length <= LONGEST_PART) return [word];
    const middle = Math.ceil(word.length / 2);
    return [word.slice(0, middle), word.slice(middle)];
  });
  return [...new Set(parts.filter((part) => [...part].length >= SHORTEST_PART))].slice(
    0,
    MOST_PARTS,
  );
}

/** 1 for the same name regardless of case and "Ltd"; 0 for a name that is not similar. */
export function nearnessOfNames(one: string, other: string): number {
  const [words, others] = [wordsOfName(one), wordsOfName(other)];
  return Math.max(nearness(words, others), nearness(words.toSorted(), others.toSorted()));
}

function nearness(words: readonly string[], others: readonly string[]): number {
  const [a, b] = [comparedOf(words), comparedOf(others)];
  if (a === b) return 1;
  const agreement = agreementOf(trigramsOf(a), trigramsOf(b));
  if (agreement >= NEARLY && haveSameWords(words, others)) return agreement;
  return isSlip(a, b) ? NEARLY : 0;
}

const comparedOf = (words: readonly string[]): string => words.join(' ').slice(0, COMPARED_CHARS);

/**
 * Whether the longer name has each word of the shorter one, give or take some letters: otherwise
 * one long word, such as what they make, would let all who make it look alike.
 */
function haveSameWords(words: readonly string[], others: readonly string[]): boolean {
  const [fewer, more] = words.length <= others.length ? [words, others] : [others, words];
  const isNear = (one: string, other: string) =>
    isSlip(one, other) || agreementOf(trigramsOf(one), trigramsOf(other)) >= NEARLY_A_WORD;
  return fewer.every((word) => more.some((other) => isNear(word, other)));
}

function trigramsOf(text: string): Set<string> {
  const padded = ` ${text} `;
  return new Set(
    Array.from({ length: Math.max(padded.length - 2, 0) }, (_, at) => padded.slice(at, at + 3)),
  );
}

/** Dice's coefficient. */
function agreementOf(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((trigram) => other.has(trigram)).length;
  return (2 * shared) / Math.max(one.size + other.size, 1);
}

/** One letter added, missing or replaced; the first and last letters are the same. */
function isSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || Math.min(one.length, other.length) < LONGEST_PART)
    return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(one.length, other.length) - start - end <= 1;
}
