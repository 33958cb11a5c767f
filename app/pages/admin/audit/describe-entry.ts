import { formatDateTime } from '#domain/dates.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { formatStage, isStage } from '#domain/proposals/rules.ts';
import { joinChoices } from '#domain/count-of.ts';
import { ACTIONS, auditLabels, DECISION_WORDS, ENTITIES, FIELDS, VALUES } from './labels.ts';

type Change = AuditEntry['changes'][number];
type Value = Change['before'];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const spaced = (name: string): string =>
  name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/** "funding_stage" as "Funding stage". */
export const describeField = (field: string): string =>
  FIELDS[field] ??
  capital(
    spaced(field)
      .toLowerCase()
      .replace(/^(is|has) /, ''),
  );

/** Undefined for what a newer release has written. */
const nameIn = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  names[name];

/** The action in words; an unknown action, of a newer release, by its name. */
export const describeAction = ({ action, entity }: Pick<AuditEntry, 'action' | 'entity'>): string =>
  nameIn(ACTIONS, action) ??
  capital(`${spaced(action.split('.')[1] ?? action)}: ${nameIn(ENTITIES, entity) ?? entity}`);

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Names of people by their ids: the log stores ids of assignees. */
export type Names = ReadonlyMap<string, string>;
const NOBODY: Names = new Map();

/** A value, formatted for people. */
export function describeValue(value: Value, names = NOBODY, field = ''): string {
  if (value === null || value === '') return auditLabels.empty;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number')
    return field === 'size' ? formatBytes(value) : value.toLocaleString('en-GB');
  if (Array.isArray(value)) return joinChoices(value) || auditLabels.empty;
  if (typeof value === 'object') return describeDigest(value, field);
  return describeText(value, names, field);
}

/** Scores are in the round, for those who may see them. */
const describeDigest = ({ length }: { length: number }, field: string): string =>
  field === 'scores' ? auditLabels.given : `A text of ${length.toLocaleString('en-GB')} characters`;

function describeText(text: string, names: Names, field: string): string {
  if (field === 'decision') return DECISION_WORDS[text] ?? text;
  if (INSTANT.test(text)) return formatDateTime(text);
  if (isStage(text)) return formatStage(text);
  const word = VALUES[text] ?? (CODE.test(text) ? capital(spaced(text)) : names.get(text));
  return word ?? (MARKUP.test(text) ? wordsOf(text) : text);
}

/** A value that is one of a few, such as "at_once". */
const CODE = /^[a-z]+(_[a-z]+)+$/;
const MARKUP = /^<[a-z][^>]*>/;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** What a formatted text says. */
const wordsOf = (markup: string): string =>
  markup
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&[#\w]+;/g, (one) => CHARACTERS[one] ?? one)
    .replace(/\s+/g, ' ')
    .trim();

/** "Funding stage: Pending Funding → Seed". */
export function describeChange({ field, before, after }: Change, names = NOBODY): string {
  const now = describeValue(after, names, field);
  const told = before === null ? now : `${describeValue(before, names, field)} → ${now}`;
  return `${describeField(field)}: ${told}`;
}

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

const isUnnamed = (value: Value, names: Names): boolean =>
  typeof value === 'string' && ID.test(value) && !names.has(value);

/** Without ids, which nobody can read, and an approval by the decision, not twice. */
export function readableChanges(changes: readonly Change[], names = NOBODY): Change[] {
  const isDecided = changes.some(({ field }) => field === 'decision');
  return changes.filter(
    ({ field, before, after }) =>
      !(isDecided && field === 'is_approved') &&
      !isUnnamed(after, names) &&
      !(after === null && isUnnamed(before, names)),
  );
}

/** What changed, on one line. */
export function describeChanges({ changes, erased }: AuditEntry, names = NOBODY): string {
  if (erased) return auditLabels.erased;
  const readable = readableChanges(changes, names);
  return readable.map((change) => describeChange(change, names)).join('; ') || '–';
}

const COUNTED = 10_000;

/** Contains a word of one or two letters, which is searched in the newest entries only. */
const SHORT_WORD = /(^|\s)\S{1,2}(\s|$)/u;

/**
 * More than ten thousand entries are not counted. `q`: what was searched for; beside a filter,
 * words are looked for in the newest entries only if many meet it.
 */
export function describeTotal(total: number, q: string | null, isFiltered = false): string {
  const figure = total.toLocaleString('en-GB');
  if (total >= COUNTED) return `${figure} entries or more`;
  const entries = `${figure} ${total === 1 ? 'entry' : 'entries'}`;
  const isBounded = SHORT_WORD.test(q ?? '') || (isFiltered && Boolean(q?.trim()));
  return isBounded ? `${entries} among the newest` : entries;
}
