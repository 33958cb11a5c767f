import { formatDateTime } from '#domain/dates.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { formatStage, FUNDING_STAGES, type FundingStage } from '#domain/proposals/rules.ts';
import { ACTIONS, auditLabels, ENTITIES } from './labels.ts';

type Change = AuditEntry['changes'][number];
type Value = Change['before'];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const spaced = (name: string): string =>
  name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/** "funding_stage" as "Funding stage". */
export const describeField = (field: string): string => capital(spaced(field).toLowerCase());

/** What was done, in words; an action of a newer release is told by its name. */
export const describeAction = ({ action, entity }: Pick<AuditEntry, 'action' | 'entity'>): string =>
  ACTIONS[action] ??
  capital(`${spaced(action.split('.')[1] ?? action)}: ${ENTITIES[entity] ?? entity}`);

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const isStage = (text: string): text is FundingStage =>
  (FUNDING_STAGES as readonly string[]).includes(text);

/** A value as people read it. */
export function describeValue(value: Value): string {
  if (value === null || value === '') return auditLabels.empty;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en-GB');
  if (Array.isArray(value)) return value.join(', ') || auditLabels.empty;
  if (typeof value === 'object')
    return `A text of ${value.length.toLocaleString('en-GB')} characters (${value.sha256.slice(0, 8)}…)`;
  if (INSTANT.test(value)) return formatDateTime(value);
  return isStage(value) ? formatStage(value) : value;
}

/** "Funding stage: Pending Funding → Seed". */
export const describeChange = ({ field, before, after }: Change): string =>
  before === null
    ? `${describeField(field)}: ${describeValue(after)}`
    : `${describeField(field)}: ${describeValue(before)} → ${describeValue(after)}`;

/** What changed, on one line. */
export function describeChanges({ changes, erased }: AuditEntry): string {
  if (erased) return auditLabels.erased;
  return changes.length === 0 ? '–' : changes.map(describeChange).join('; ');
}

const COUNTED = 10_000;

/** More than ten thousand are not counted. */
export function describeTotal(total: number): string {
  const figure = total.toLocaleString('en-GB');
  if (total >= COUNTED) return `${figure} entries or more`;
  return `${figure} ${total === 1 ? 'entry' : 'entries'}`;
}
