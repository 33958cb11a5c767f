import { createHash } from 'node:crypto';

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/**
 * The sent values that differ from the stored ones. If none does, nothing is written: no version,
 * no audit entry, no mail.
 */
export function changesIn<I extends object>(old: Record<keyof I, unknown>, sent: I): Partial<I> {
  const names = (Object.keys(sent) as (keyof I)[]).filter(
    (name) => sent[name] !== undefined && !isSame(sent[name], old[name]),
  );
  return Object.fromEntries(names.map((name) => [name, sent[name]])) as Partial<I>;
}

export const isEmptyChange = (changes: object): boolean => Object.keys(changes).length === 0;

type Digest = { sha256: string; length: number };
/** As stored in the log: a long text as its digest and its length in characters. */
type AuditedValue = string | number | boolean | null | Digest | string[];
export type FieldChange = { field: string; before: AuditedValue; after: AuditedValue };

const BOOKKEEPING = new Set(
  'id user_id created_at updated_at version search_text rich_text_mark first_published_at'.split(
    ' ',
  ),
);
/** Never logged, whoever passes them. */
const SECRET = /password|token|secret|otp|_hash$|^code$/;

/** Texts up to this many characters are logged in full. */
const SHORT_CHARS = 200;

/** Also hides a text that only its author may read, however short. */
export const digestOf = (text: string): Digest => ({
  sha256: createHash('sha256').update(text).digest('hex'),
  length: [...text].length,
});

export const isDigest = (value: unknown): value is Digest =>
  typeof value === 'object' && value !== null && 'sha256' in value && 'length' in value;

function toAuditedValue(value: unknown): AuditedValue {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(String);
  if (isDigest(value)) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHORT_CHARS ? digestOf(text) : text;
}

/**
 * The fields that differ between two rows, before and after. Without the first, the row is new;
 * without the second, it was deleted. Fields missing in the second have not changed.
 */
function changedFields(before: object | null | undefined, after: object | null | undefined) {
  const read = (row: object | null | undefined, field: string) =>
    toAuditedValue((row as Record<string, unknown> | null | undefined)?.[field]);
  return Object.keys(after ?? before ?? {})
    .filter((field) => !BOOKKEEPING.has(field) && !SECRET.test(field))
    .map((field) => ({ field, before: read(before, field), after: read(after, field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/**
 * What a log entry says of each field. Takes both states, or fields by name: a pair of before and
 * after, or the new value.
 */
export function toFieldChanges(told: object | undefined): FieldChange[] {
  const { before, after, ...facts } = (told ?? {}) as Record<string, unknown>;
  const pairs = Object.entries(facts).map(([field, value]) => [field, toPair(value)] as const);
  const sideOf = (side: 0 | 1) =>
    Object.fromEntries(pairs.map(([field, pair]) => [field, pair[side]]));
  return [
    ...changedFields(before as object | undefined, after as object | undefined),
    ...changedFields(sideOf(0), sideOf(1)),
  ];
}

const toPair = (value: unknown): readonly [unknown, unknown] =>
  Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : [null, value];
