/** Building blocks of schemas: text as people type it, with one clear sentence for each refusal. */
import { z } from 'zod';

const sentence = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

/** Control characters other than line breaks and tabs mean nothing in any field. */
const clean = (value: string) => value.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '');

/** `label` as in "your first name"; `max` in characters. */
const tooLong = (label: string, max: number) => `${sentence(label)} can have at most ${max.toLocaleString('en-GB')} characters.`;

export function requiredText(label: string, max: number, missing = `Please enter ${label}.`) {
  return z
    .string({ error: missing })
    .transform((value) => clean(value).trim())
    .pipe(z.string().min(1, missing).max(max, tooLong(label, max)));
}

/** Null and blank mean "nothing": the answer is null. An input that may leave it out adds `.prefault('')`. */
export function optionalText(label: string, max: number) {
  return z
    .union([z.string(), z.null()], { error: `Please enter ${label} as text.` })
    .transform((value) => clean(value ?? '').trim())
    .pipe(z.string().max(max, tooLong(label, max)))
    .transform((value) => (value === '' ? null : value));
}

/** HTML as an editor sends it. It is sanitised by the server; here only its length counts. */
export function richText(label: string, max: number) {
  return z
    .union([z.string(), z.null()], { error: `Please enter ${label} as text.` })
    .transform((value) => clean(value ?? '').trim())
    .pipe(z.string().max(max, tooLong(label, max)));
}

/** "true"/"false" as multipart sends it, or a JSON boolean (contract.md section 5). */
export function booleanText(label: string) {
  return z.union([z.boolean(), z.enum(['true', 'false'])], { error: `${sentence(label)} must be true or false.` }).transform((value) => value === true || value === 'true');
}

/** An address of a website; one without a scheme gets https (contract.md section 6: http or https, 500 characters). */
export function optionalWebsite(label: string, max: number) {
  const wrong = 'Please enter a website address such as https://example.com.';
  return optionalText(label, max)
    .transform((value) => (value && /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(value) ? `https://${value}` : value))
    .refine((value) => value === null || isWebAddress(value), wrong);
}

function isWebAddress(value: string): boolean {
  if (/\s/.test(value)) return false;
  const match = /^https?:\/\/([^/?#@\s]+)([/?#].*)?$/i.exec(value);
  return match !== null && /^[^.:]+(\.[^.:]+)*(:\d{1,5})?$/.test(match[1]!);
}

/** Lower case and without accents, also for Ɛ, Ɔ and Ŋ: what search compares (contract.md section 3, `q`). */
export function foldText(value: string): string {
  return value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ɛ', 'e')
    .replaceAll('ɔ', 'o')
    .replaceAll('ŋ', 'n');
}

/** A constant such as PRE_SEED as words: "Pre Seed" (section 4). */
export function humanise(constant: string): string {
  return constant
    .toLowerCase()
    .split('_')
    .map((word) => sentence(word))
    .join(' ');
}
