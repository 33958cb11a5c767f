/** The content of a receipt, what its signature covers, and how its number is written. */
import { countOf } from '../count-of.ts';
import type { Answers } from '../questions/schema.ts';

export const RECEIPT_STATES = [
  'waiting_for_documents',
  'complete',
  'lapsed',
  'withdrawn',
  'replaced',
] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** Crockford's base32: no letter that looks like another letter or a digit. */
export const RECEIPT_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits, so that nobody can guess one. */
export const RECEIPT_LETTER_COUNT = 16;

const PREFIX = 'NPT';
const NUMBER = new RegExp(`^(?:${PREFIX})?([${RECEIPT_LETTERS}]{${RECEIPT_LETTER_COUNT}})$`);

/** "NPT-7QXM-…": sixteen letters in groups of four. */
export const formatReceiptNumber = (letters: string): string =>
  [PREFIX, ...letters.match(/.{4}/g)!].join('-');

/**
 * A number as somebody copied or heard it: any case, with or without hyphens of any kind, O for
 * zero, I or L for one. Undefined if it cannot be a number.
 */
export function readReceiptNumber(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const found = NUMBER.exec(letters)?.[1];
  return found && formatReceiptNumber(found);
}

/**
 * What the signature covers. Instants are formatted as in the API. Of what was typed in at the desk
 * also that it was, and when.
 */
export type SignedPart = Record<
  'content_sha256' | 'number' | 'program_title' | 'received_at',
  string
> & { on_behalf?: true; completed_at?: string };

/** The content behind `content_sha256`; its last two fields are digests in hex. */
export type ReceiptContent = {
  business_name: string;
  business_location: string;
  business_website: string | null;
  business_description: string;
  pitch_deck: string;
  financials: string;
  /** To the program's own questions, by their ids; omitted where nothing was asked. */
  answers?: Answers;
};

const describeMinutes = countOf('minute', 'minutes');

export const RECEIPT_RULES = {
  notFound: 'There is no receipt with this number.',
  lateDocuments: (minutes: number) =>
    `The documents were not complete within ${describeMinutes(minutes)}, so nothing was submitted.`,
} as const;

export const CONFIRMATION = {
  sent: (email: string) => `The confirmation is on its way to ${email}.`,
  shortened: 'This copy is shortened. All answers are on the page of your proposal.',
  failed: 'The confirmation could not be sent. Try again.',
} as const;
