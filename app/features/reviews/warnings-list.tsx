import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatShortDate } from '#domain/dates.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { describeMarkers, documentLabels } from '#app/features/proposals/labels.ts';
import css from './notes-list.module.css';
import { describeChanges, FIELD_LABELS, WARNINGS } from './labels.ts';
import { useSimilar } from './use-room-proposal.ts';

type Warning = { key: string; sentence: string; to: string; link: string };

/**
 * Warnings, each with its reason and a link. On one line, so that nothing moves when further ones
 * are loaded.
 */
export function WarningsList({ proposal }: { proposal: Proposal }) {
  const { data, isPending, error } = useSimilar(proposal.id);
  const changes = useChanges(proposal);
  const own = [...bounceOf(proposal), ...changes, ...warningsOf(proposal)];
  const similar = data?.items ?? [];
  const total = own.length + similar.length;
  return (
    <section className={css.warnings} aria-label={WARNINGS.title}>
      {own.map(({ key, sentence, to, link }) => (
        <p key={key} className={css.warning}>
          <span>{sentence}</span> <a href={to}>{link}</a>
        </p>
      ))}
      {similar.length > 0 ? (
        <details className="fold">
          <summary>{WARNINGS.similar(similar.length)}</summary>
          <ul>
            {similar.map((other) => (
              <li key={`${other.id} ${other.reason} ${other.kind} ${other.other_kind}`}>
                <span>{other.sentence}</span>{' '}
                <Link to={paths.submission({ id: other.id })}>{other.business_name}</Link>{' '}
                <small>{WARNINGS.at(other.program_title, formatShortDate(other.created_at))}</small>
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <p className={css.soft}>{describe({ isPending, hasFailed: error !== null, total })}</p>
      )}
    </section>
  );
}

const bounceOf = ({ mail_bounced: bounce, applicant }: Proposal): Warning[] =>
  bounce ? [{ key: 'bounce', ...bounce, to: paths.user(applicant), link: WARNINGS.toPerson }] : [];

/** It stays while the room is open: its first sight marks the changes as read. */
function useChanges({ changes_since_read: fields = [] }: Proposal): Warning[] {
  const [seen, setSeen] = useState(fields);
  if (fields.some((field) => !seen.includes(field))) setSeen([...seen, ...fields]);
  if (seen.length === 0) return [];
  const sentence = describeChanges(seen.map((field) => FIELD_LABELS[field] ?? field));
  return [{ key: 'changes', sentence, to: '#history', link: WARNINGS.toHistory }];
}

function describe(search: { isPending: boolean; hasFailed: boolean; total: number }): string {
  if (search.isPending) return `${WARNINGS.looking} …`;
  if (search.hasFailed) return WARNINGS.failed;
  return search.total === 0 ? WARNINGS.none : WARNINGS.count(search.total);
}

function warningsOf(proposal: Proposal): Warning[] {
  const documents = DOCUMENT_KINDS.flatMap((kind) => {
    const { scan, markers = [] } = proposal.documents[kind];
    const label = documentLabels.kinds[kind];
    const link = { to: '#documents', link: WARNINGS.toDocuments };
    return [
      ...(scan ? [{ key: `${kind} scan`, sentence: WARNINGS[scan](label), ...link }] : []),
      ...(markers.length > 0
        ? [{ key: `${kind} markers`, sentence: `${label}: ${describeMarkers(markers)}`, ...link }]
        : []),
    ];
  });
  const { received_at: received, completed_at: completed, program } = proposal;
  const isLate = completed > program.deadline_date && received <= program.deadline_date;
  if (!isLate) return documents;
  const sentence = WARNINGS.grace(formatDateTime(received), formatDateTime(completed));
  return [{ key: 'grace', sentence, to: '#facts', link: WARNINGS.toAnswers }, ...documents];
}
