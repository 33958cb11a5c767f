import type { ProposalAction } from '#domain/audit/rules.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import css from './notes-list.module.css';
import { readChanges, type Names } from './read-history.ts';
import { DOT } from '#app/ui/join-facts.ts';

const ACTION_LABELS: Readonly<Record<ProposalAction, string>> = {
  'proposals.submit': 'Received',
  'proposals.update': 'Changed by the applicant',
  'proposals.delete': 'Withdrawn',
  'proposals.review': 'Reviewed',
  'proposals.announce': 'Announced to the applicant',
  'proposals.confirm': 'Requested the confirmation again',
  'documents.threat': 'A virus was found',
  'proposals.label': 'Labelled',
  'messages.create': 'Wrote a message',
  'requests.create': 'Asked for changes',
  'requests.answer': 'Answered the request for changes',
  'requests.cancel': 'Withdrew the request for changes',
  'requests.lapse': 'The time for changes ran out',
  'notes.create': 'Wrote a note',
  'notes.update': 'Changed a note',
  'notes.delete': 'Deleted a note',
};

/** A newer release may have written others: those by their names. */
const labelOf = (action: string): string =>
  (ACTION_LABELS as Readonly<Record<string, string>>)[action] ?? action;

type Props = { entries: readonly AuditEntry[]; names: Names };

export const HistoryEntryList = ({ entries, names }: Props) => (
  <ol className="bare">
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} names={names} />
    ))}
  </ol>
);

const Entry = ({
  entry: { at, actor, action, changes },
  names,
}: {
  entry: AuditEntry;
  names: Names;
}) => (
  <li>
    <p className={css.by}>
      <b>{labelOf(action)}</b>
      <span>{actor ? `${DOT}${actor.name} ` : ' '}</span>
      <time dateTime={at}>{formatShortDateTime(at)}</time>
    </p>
    {action !== 'proposals.submit' &&
      readChanges(changes, names).map(({ field, label, before, after }) => (
        <p key={field}>
          <span>{label}</span>: <del>{before}</del> → <ins>{after}</ins>
        </p>
      ))}
  </li>
);
