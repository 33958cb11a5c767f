/** Hides whose proposal it is from judges who read blind: contract §9.6. */
import { foldText } from '../fold-text.ts';
import { isPublicHost, LEGAL_WORDS } from './conflict-rules.ts';

const BLOCK = '■■■';
/** In letters and digits. */
const SHORTEST = 3;

type Identity = {
  business_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  business_website: string | null;
};

type Span = { start: number; end: number };
/** The letters and digits of a text, folded, each with its place in the original. */
type Letters = {
  folded: string[];
  starts: number[];
  ends: number[];
  /** Whether something else stands between a letter and the one before it. */
  gaps: boolean[];
  tags: Span[];
};

const LETTER = /[\p{L}\p{N}]/u;
/** Soft hyphens, characters without width, and accents on their own: they part no word. */
const INSIDE = /^[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]+$/u;
const ENTITY = /&(?:#(\d{1,7})|(amp|lt|gt|quot|nbsp|shy));/y;
const ENTITIES: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"' },
  ...{ nbsp: ' ', shy: '\u00ad' },
};
/** Words go on across these; every other tag ends one. */
const INLINE = /^<\/?(?:a|b|strong|em|i|u|s|code)\b/i;

/** What a character is to those who compare words: letters, nothing, or a gap. */
type Sign = readonly string[] | 'inside' | 'gap';

const asciiSigns: readonly Sign[] = Array.from({ length: 128 }, (_, code) => signOf(code));

function signOf(code: number): Sign {
  const char = String.fromCodePoint(code);
  if (char === '&') return 'gap';
  if (INSIDE.test(char)) return 'inside';
  const letters = [...foldText(char.normalize('NFKD'))].filter((one) => LETTER.test(one));
  return letters.length > 0 ? letters : 'gap';
}

/** Reads a text once, whatever it contains. */
function read(text: string, isHtml: boolean): Letters {
  const found: Letters = { folded: [], starts: [], ends: [], gaps: [], tags: [] };
  const { folded, starts, ends, gaps, tags } = found;
  const signs = new Map<number, Sign>();
  let isGap = true;
  const addLetters = (letters: Iterable<string>, start: number, end: number): void => {
    for (const letter of letters) {
      folded.push(letter);
      starts.push(start);
      ends.push(end);
      gaps.push(isGap);
      isGap = false;
    }
  };
  const add = (code: number, start: number, end: number): void => {
    let sign = asciiSigns[code] ?? signs.get(code);
    if (!sign) signs.set(code, (sign = signOf(code)));
    if (typeof sign === 'object') return addLetters(sign, start, end);
    if (sign === 'inside') {
      if (ends.at(-1) === start) ends[ends.length - 1] = end;
      return;
    }
    isGap = true;
    if (code !== AMPERSAND) return;
    addLetters('and', start, end);
    isGap = true;
  };
  const lastTagEnd = isHtml ? text.lastIndexOf('>') : -1;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at)!;
    if (code === LESS_THAN && at < lastTagEnd) {
      const end = text.indexOf('>', at) + 1;
      tags.push({ start: at, end });
      if (!INLINE.test(text.slice(at, at + LONGEST_INLINE))) isGap = true;
      at = end;
      continue;
    }
    ENTITY.lastIndex = at;
    const entity = isHtml && code === AMPERSAND ? ENTITY.exec(text) : null;
    const end = at + (entity?.[0] ?? String.fromCodePoint(code)).length;
    add(entity ? charOf(entity).codePointAt(0)! : code, at, end);
    at = end;
  }
  return found;
}

const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
/** `</strong` and what ends the name. */
const LONGEST_INLINE = 9;

function charOf([, code, name]: RegExpExecArray): string {
  if (name !== undefined) return ENTITIES[name]!;
  return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : '\ufffd';
}

type Term = Pick<Letters, 'folded' | 'gaps'>;

const toTerm = (text: string): Term => read(text, false);

/** A number as at home and from abroad; people part its digits anywhere. */
function phoneTerms(phone: string): Term[] {
  const digits = phone.replace(/\D/g, '').replace(/^(?:00)?233|^0/, '');
  if (digits.length < SHORTEST) return [];
  return ['', '0', '233', '00233', '2330', '002330'].map((prefix) => {
    const folded = [...(prefix + digits)];
    return { folded, gaps: folded.map(() => true) };
  });
}

const STARTS = ['', 'http://', 'https://'].flatMap((scheme) => [scheme, `${scheme}www.`]);

/** The address as people write it; of a page on a host of everybody, its own part too. */
function siteTexts(website: string | null): string[] {
  const plain = (website ?? '').replace(/^[a-z]+:\/\//i, '').replace(/^www\./i, '');
  const [host = '', ...path] = plain.split(/[/?#]/).filter((part) => part !== '');
  if (host === '') return [];
  const isShared = isPublicHost(host.toLowerCase());
  const own = isShared ? [plain, ...path.slice(0, 1)] : [plain, host];
  return own.flatMap((text) => STARTS.map((start) => start + text));
}

/** The name, also without what stands in brackets, and without its Ltd, Enterprise and so on. */
function businessTexts(name: string): string[] {
  const [outside = ''] = name.split(/[([]/);
  return [name, outside].flatMap((text) => {
    const words = text.trim().split(/\s+/);
    const isLegal = (word = ''): boolean => LEGAL_WORDS.test(foldText(word.replace(/\W+/g, '')));
    while (words.length > 1 && isLegal(words.at(-1))) words.pop();
    return [text, words.join(' ')];
  });
}

/** Each word of their names, halves of double names too. */
function personTexts({ first_name: first, last_name: last }: Identity): string[] {
  const halves = `${first} ${last}`.split(/[\s\p{Pd}]+/u);
  return [`${first} ${last}`, `${last} ${first}`, first, last, ...halves];
}

/** By first letter, the longest first. */
function termsOf(identity: Identity): Map<string, Term[]> {
  const texts = [
    ...businessTexts(identity.business_name),
    ...personTexts(identity),
    identity.email,
    ...siteTexts(identity.business_website),
  ];
  const terms = [...new Set(texts)].map(toTerm).filter(({ folded }) => folded.length >= SHORTEST);
  const sorted = [...terms, ...phoneTerms(identity.phone_number)].sort(
    (one, other) => other.folded.length - one.folded.length,
  );
  const byLetter = new Map<string, Term[]>();
  for (const term of sorted) {
    const letter = term.folded[0]!;
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), term]);
  }
  return byLetter;
}

/** Whether a term stands at this letter, as whole words. */
function standsAt({ folded, gaps }: Letters, at: number, term: Term): boolean {
  const end = at + term.folded.length;
  if (end > folded.length || (end < folded.length && !gaps[end])) return false;
  for (let index = 1; index < term.folded.length; index += 1) {
    if (folded[at + index] !== term.folded[index]) return false;
    if (gaps[at + index] && !term.gaps[index]) return false;
  }
  return true;
}

/** Where something is to be covered, in order. Its cost is that of the words times the terms. */
function findSpans(text: string, letters: Letters, identity: Identity): Span[] {
  const terms = termsOf(identity);
  const spans: Span[] = [];
  for (let at = 0; at < letters.folded.length;) {
    const term =
      letters.gaps[at] && terms.get(letters.folded[at]!)?.find((one) => standsAt(letters, at, one));
    if (!term) {
      at += 1;
      continue;
    }
    const last = at + term.folded.length - 1;
    spans.push(widen(text, { start: letters.starts[at]!, end: letters.ends[last]! }));
    at = last + 1;
  }
  return spans;
}

/** With the + of a number, the / of an address, and the bracket that closes what is covered. */
function widen(text: string, { start, end }: Span): Span {
  const covered = text.slice(start, end);
  const closes = covered.includes('(') && !covered.includes(')') && text[end] === ')';
  const ends = closes || (text[end] === '/' && covered.includes('.'));
  return { start: text[start - 1] === '+' ? start - 1 : start, end: ends ? end + 1 : end };
}

/** An address leads to whoever it names, so links are words only. */
const keptTag = (tag: string): string => (/^<\/?a\b/i.test(tag) ? '' : tag);

function cover(text: string, identity: Identity, isHtml: boolean): string {
  const letters = read(text, isHtml);
  let [result, at, tag] = ['', 0, 0];
  const copyTo = (end: number): void => {
    for (; tag < letters.tags.length && letters.tags[tag]!.start < end; tag += 1) {
      const { start, end: next } = letters.tags[tag]!;
      result += text.slice(at, start) + keptTag(text.slice(start, next));
      at = next;
    }
    result += text.slice(at, end);
    at = end;
  };
  for (const { start, end } of findSpans(text, letters, identity)) {
    copyTo(start);
    result += BLOCK;
    for (; tag < letters.tags.length && letters.tags[tag]!.start < end; tag += 1)
      result += keptTag(text.slice(letters.tags[tag]!.start, letters.tags[tag]!.end));
    at = end;
  }
  copyTo(text.length);
  return result;
}

/** The text with every name, address and number of the applicant and the business as ■■■. */
export const redact = (text: string, identity: Identity): string => cover(text, identity, false);

/** The same of cleaned rich text: its formatting stays, its links are words. */
export const redactHtml = (html: string, identity: Identity): string => cover(html, identity, true);
