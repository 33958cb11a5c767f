import type { ProposalAction } from '#domain/audit/rules.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { formatMoment } from '#domain/dates.ts';
import { DOCUMENT_KINDS, formatStage, isStage } from '#domain/proposals/rules.ts';
import { FIELD_LABELS } from './labels.ts';

type Change = AuditEntry['changes'][number];
type Value = Change['before'];
/** Names of admins by their ids. */
export type Names = ReadonlyMap<string, string>;

/** What somebody did, after their name. */
const words = {
  somebody: 'Somebody',
  yes: 'Yes',
  no: 'No',
  former: 'somebody who is no longer an admin',

  did: 'did',
  submitted: 'submitted it',
  deleted: 'deleted it',
  onBehalf: 'entered it for the applicant',
  corrected: 'corrected what was entered',
  withdrew: 'withdrew it',
  reinstated: 'took back the withdrawal',
  confirmed: 'asked for the confirmation again',
  announced: 'The decision was announced to the applicant.',
  virus: (document: string, threat: string) => `A virus was found in the ${document}: ${threat}.`,
  wroteTo: 'wrote to the applicant',
  wroteUs: 'wrote to us',
  asked: (fields: string, due: string | undefined) =>
    `asked for changes to ${fields}${due ? `, by ${due}` : ''}`,
  question: 'an answer',
  answered: 'made the changes we asked for',
  cancelled: 'withdrew the request for changes',
  lapsed: 'The time for changes ran out.',
  invited: 'invited somebody to it',
  joined: 'joined it',
  removedMember: 'removed somebody from it',
  left: 'left it',
  handedOver: 'handed it over',
  noted: 'wrote a note',
  changedNote: 'changed a note',
  deletedNote: 'deleted a note',
  approved: 'approved it',
  reversed: 'reversed the decision',
  declined: 'declined it',
  declinedFor: (reason: string) => `declined it: “${reason}”`,
  flagged: 'flagged it',
  unflagged: 'removed the flag',
  assigned: (name: string) => `assigned it to ${name}`,
  unassigned: (name: string) => `took it off ${name}`,
  replaced: (document: string) => `replaced the ${document}`,
  changed: (field: string) => `changed the ${field}`,
  removed: (field: string, was: string | undefined) =>
    `removed the ${field}${was ? ` ${was}` : ''}`,
  setTo: (field: string, is: string, was: string | undefined) =>
    was ? `changed the ${field} from ${was} to ${is}` : `set the ${field} to ${is}`,
} as const;

const inWords = new Intl.ListFormat('en-GB');
/** Names of fields within a sentence. */
const fieldOf = (name: string): string => {
  const label = FIELD_LABELS[name] ?? name;
  return label.charAt(0).toLowerCase() + label.slice(1);
};
const isEmpty = (value: Value | undefined): boolean =>
  value === undefined || value === null || value === '';

/** After the name of who did it. */
const DEEDS: Partial<Record<ProposalAction, string>> = {
  'proposals.submit': words.submitted,
  'proposals.delete': words.deleted,
  'proposals.onBehalf': words.onBehalf,
  'proposals.withdraw': words.withdrew,
  'proposals.reinstate': words.reinstated,
  'proposals.confirm': words.confirmed,
  'requests.answer': words.answered,
  'requests.cancel': words.cancelled,
  'members.invite': words.invited,
  'members.accept': words.joined,
  'members.remove': words.removedMember,
  'members.leave': words.left,
  'members.handOver': words.handedOver,
  'notes.create': words.noted,
  'notes.update': words.changedNote,
  'notes.delete': words.deletedNote,
};

/** What happened, as one sentence. */
export function tellEntry({ actor, action, changes }: AuditEntry, names: Names): string {
  const values = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  if (action === 'proposals.announce') return words.announced;
  if (action === 'requests.lapse') return words.lapsed;
  if (action === 'documents.threat')
    return words.virus(fieldOf(String(values['kind'])), String(values['threat']));
  return `${actor?.name ?? words.somebody} ${tellDeed({ action, changes }, values, names)}.`;
}

function tellDeed(
  { action, changes }: Pick<AuditEntry, 'action' | 'changes'>,
  values: Record<string, Value>,
  names: Names,
): string {
  if (action === 'messages.create')
    return values['from'] === 'firm' ? words.wroteTo : words.wroteUs;
  if (action === 'requests.create') return tellRequest(values);
  if (action === 'proposals.onBehalf' && values['corrected']) return words.corrected;
  const deeds = tellChanges(changes, names);
  return (
    DEEDS[action as ProposalAction] ??
    // A newer release may have written others: those by their names.
    (deeds.length > 0 ? inWords.format(deeds) : `${words.did} ${action}`)
  );
}

function tellRequest({ fields_asked: asked, due_at: due }: Record<string, Value>): string {
  const known = String(asked ?? '')
    .split(', ')
    .map((name) => (FIELD_LABELS[name] ? fieldOf(name) : words.question));
  const fields = inWords.format(new Set(known));
  return words.asked(fields, due ? formatMoment(String(due)) : undefined);
}

/** An approval is told once, and a reason with its decision. */
function tellChanges(changes: readonly Change[], names: Names): string[] {
  const decision = changes.find(({ field }) => field === 'decision')?.after;
  const reason = changes.find(({ field }) => field === 'decline_reason')?.after;
  return changes.flatMap((change) => {
    const { field, after } = change;
    if (decision && (field === 'is_approved' || field === 'decline_reason')) return [];
    if (field === 'decision' && after === 'declined')
      return [typeof reason === 'string' ? words.declinedFor(reason) : words.declined];
    return [tellChange(change, names)];
  });
}

function tellChange({ field, before, after }: Change, names: Names): string {
  if (field === 'decision') return after === 'approved' ? words.approved : words.reversed;
  if (field === 'flagged') return after ? words.flagged : words.unflagged;
  if (field === 'assigned_to')
    return isEmpty(after)
      ? words.unassigned(nameOf(before, names))
      : words.assigned(nameOf(after, names));
  if (DOCUMENT_KINDS.some((kind) => kind === field)) return words.replaced(fieldOf(field));
  const [was, is] = [quote(before), quote(after)];
  if (isEmpty(after)) return words.removed(fieldOf(field), was);
  return is === undefined ? words.changed(fieldOf(field)) : words.setTo(fieldOf(field), is, was);
}

const nameOf = (id: Value | undefined, names: Names): string =>
  names.get(String(id)) ?? words.former;

/** Undefined where only a digest was kept. */
function quote(value: Value | undefined): string | undefined {
  if (isEmpty(value)) return undefined;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'object') return undefined;
  const text = String(value);
  return isStage(text) ? formatStage(text) : `“${text}”`;
}
