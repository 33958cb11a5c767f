/** Characters that take no room between others; a search does not know of them. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\ufffc]/gu;

export const dropUnseen = (text: string): string => text.replace(UNSEEN, '');

const UNACCENTED = /^[\x20-\x7e\t\r\n]*$/;

/** Lower case without accents (Ɛ, Ɔ and Ŋ too) and unseen characters: what search compares. */
export function foldText(value: string): string {
  if (UNACCENTED.test(value)) return value.toLowerCase();
  return dropUnseen(value)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ɛ', 'e')
    .replaceAll('ɔ', 'o')
    .replaceAll('ŋ', 'n');
}

/**
 * Letters without a removable accent, mapped to the ones that people type for them: of Ewe, Dagbani
 * and Hausa, and of other European languages.
 */
const NEAR_LETTERS: Record<string, string> = {
  ɖ: 'd',
  ƒ: 'f',
  ɣ: 'g',
  ʋ: 'v',
  ʒ: 'z',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};
const NEAR = new RegExp(`[${Object.keys(NEAR_LETTERS).join('')}]`, 'g');
/** Characters of a sort key: it is part of an index; rows that agree so far are ordered by date. */
const SORT_KEY_CHARS = 300;

/**
 * The key by which lists are ordered, compared byte by byte: case and accents are ignored, so
 * "Ébène" is between "adwoa" and "Zongo".
 */
export const toSortKey = (value: string): string =>
  foldText(value)
    .replace(NEAR, (letter) => NEAR_LETTERS[letter]!)
    .slice(0, SORT_KEY_CHARS)
    .toWellFormed();
