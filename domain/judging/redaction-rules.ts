/** Hides whose proposal it is from judges who read blind. */
import { foldText } from '../fold-text.ts';

const BLOCK = '■■■';
const SHORTEST = 3;

type Identity = {
  business_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  business_website: string | null;
};

const escaped = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');

/** The digits of a number, with what people type between them. */
function phonePattern(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '').replace(/^(233|0)/, '');
  if (digits.length < SHORTEST) return undefined;
  return `(?:(?:\\+?\\s*(?:00)?233|0)[\\s().-]*)?${[...digits].join('[\\s().-]*')}`;
}

function patternOf(identity: Identity): RegExp | undefined {
  const website = identity.business_website?.replace(/^[a-z]+:\/\//i, '').replace(/\/$/, '');
  const texts = [
    identity.email,
    identity.business_website,
    website,
    website?.replace(/^www\./i, ''),
    identity.business_name,
    `${identity.first_name} ${identity.last_name}`,
    ...`${identity.first_name} ${identity.last_name}`.split(/\s+/),
  ];
  const terms = [...new Set(texts.map((text) => foldText(text ?? '').trim()))]
    .filter((text) => [...text].length >= SHORTEST)
    .sort((one, other) => other.length - one.length)
    .map(escaped);
  const phone = phonePattern(identity.phone_number);
  const all = [...(phone ? [phone] : []), ...terms];
  return all.length > 0 ? new RegExp(all.join('|'), 'gu') : undefined;
}

/** The folded text, and for each of its units where the letter begins and ends in the original. */
function foldWithPlaces(text: string): { folded: string; starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  let at = 0;
  for (const letter of text) {
    const part = foldText(letter);
    // A mark that stands alone belongs to the letter before it.
    if (part === '' && ends.length > 0) ends[ends.length - 1] = at + letter.length;
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(at);
      ends.push(at + letter.length);
    }
    folded += part;
    at += letter.length;
  }
  return { folded, starts, ends };
}

/** The text with every name, address and number of the applicant and the business as ■■■. */
export function redact(text: string, identity: Identity): string {
  const pattern = patternOf(identity);
  if (!pattern) return text;
  const { folded, starts, ends } = foldWithPlaces(text);
  let [result, last] = ['', 0];
  for (const { 0: hit, index } of folded.matchAll(pattern)) {
    result += text.slice(last, starts[index]) + BLOCK;
    last = ends[index + hit.length - 1]!;
  }
  return result + text.slice(last);
}
