import type { AuditEntry } from '#domain/audit/schema.ts';
import { formatStage, isStage } from '#domain/proposals/rules.ts';
import { FIELD_LABELS, roomLabels } from './labels.ts';

type Change = AuditEntry['changes'][number];
type Value = Change['before'];
/** Names of admins by their ids. */
export type Names = ReadonlyMap<string, string>;
type ReadChange = { field: string; label: string; before: string; after: string };

const DECISION_LABELS: Readonly<Record<string, string>> = {
  undecided: roomLabels.undecided,
  approved: roomLabels.approved,
  declined: roomLabels.declined,
};
/** Who wrote a message. */
const SIDES: Readonly<Record<string, string>> = {
  firm: roomLabels.firm,
  applicant: roomLabels.applicant,
};
const DIGEST = /^[0-9a-f]{64}$/;
const DIGEST_SHOWN = 8;

/**
 * The changes of one entry in the words of the screen. A note is shown by its text and author, not
 * by its id; an approval by the decision, not twice.
 */
export function readChanges(changes: readonly Change[], names: Names): ReadChange[] {
  const isDecided = changes.some(({ field }) => field === 'decision');
  return changes
    .filter(({ field }) => field !== 'note' && !(isDecided && field === 'is_approved'))
    .map(({ field, before, after }) => ({
      field,
      label: FIELD_LABELS[field] ?? field,
      before: describe(field, before, names),
      after: describe(field, after, names),
    }));
}

function describe(field: string, value: Value, names: Names): string {
  if (value === null || value === '')
    return field === 'assigned_to' ? roomLabels.nobody : roomLabels.empty;
  if (typeof value === 'boolean') return value ? roomLabels.yes : roomLabels.no;
  if (typeof value === 'string') return describeText(field, value, names);
  if (typeof value === 'object' && 'length' in value && 'sha256' in value)
    return roomLabels.text(value.length);
  return String(value);
}

function describeText(field: string, text: string, names: Names): string {
  if (field === 'assigned_to') return names.get(text) ?? roomLabels.former;
  if (field === 'kind') return FIELD_LABELS[text] ?? text;
  if (field === 'from') return SIDES[text] ?? text;
  if (field === 'decision') return DECISION_LABELS[text] ?? text;
  if (field === 'funding_stage' && isStage(text)) return formatStage(text);
  return DIGEST.test(text) ? text.slice(0, DIGEST_SHOWN) : text;
}
