import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatShortDate } from '#domain/dates.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { Proposal, SimilarProposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { describeMarkers, documentsOf } from '#app/features/proposals/labels.ts';
import { Button } from '#app/ui/button.tsx';
import { joinFacts } from '#app/ui/join-facts.ts';
import css from './notes-list.module.css';
import { describeChanges, FIELD_LABELS, WARNINGS } from './labels.ts';
import { useSimilar } from './use-room-proposal.ts';

type Warning = { key: string; sentence: string; link: ReactNode };

type Props = {
  proposal: Proposal;
  /** Shows the history, to those who have it. */
  onHistory?: () => void;
};

/**
 * Warnings, each with its reason and a link. On one line, so that nothing moves when further ones
 * are loaded.
 */
export function WarningsList({ proposal, onHistory }: Props) {
  const { data, isPending, error } = useSimilar(proposal.id);
  const changes = useChanges(proposal, onHistory);
  const own = [...bounceOf(proposal), ...changes, ...severalOf(proposal), ...warningsOf(proposal)];
  const similar = [...groupSigns(data?.items ?? []).values()];
  const total = own.length + similar.length;
  return (
    <section className={css.warnings} aria-label={WARNINGS.title}>
      {own.map(({ key, sentence, link }) => (
        <p key={key} className={css.warning}>
          <span>{sentence}</span> {link}
        </p>
      ))}
      {similar.length > 0 ? (
        <details className="fold">
          <summary>{WARNINGS.similar(similar.length)}</summary>
          <ul>
            {similar.map((other) => (
              <li key={other.id}>
                <Link to={paths.submission({ id: other.id })}>{other.business_name}</Link>{' '}
                <small>
                  {joinFacts(
                    other.program_id !== proposal.program_id && other.program_title,
                    formatShortDate(other.created_at),
                    other.signs.join(', '),
                  )}
                </small>
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

const signOf = ({ reason, kind, other_kind: other }: SimilarProposal): string =>
  reason === 'same_document'
    ? WARNINGS.sameFile(kind === other ? DOCUMENT_KINDS.find((one) => one === kind) : undefined)
    : WARNINGS.signs[reason];

/** A proposal is told once, with everything that speaks for it. */
function groupSigns(items: readonly SimilarProposal[]) {
  const found = new Map<string, SimilarProposal & { signs: string[] }>();
  for (const one of items)
    found.set(one.id, { ...one, signs: [...(found.get(one.id)?.signs ?? []), signOf(one)] });
  return found;
}

const linkTo = (to: string, text: string) => <a href={to}>{text}</a>;

/** Several of one person in one program, with the list of them. */
const severalOf = ({ of_person: count = 1, applicant, program }: Proposal): Warning[] =>
  count > 1
    ? [
        {
          key: 'several',
          sentence: WARNINGS.several(count),
          link: linkTo(
            paths.submissions({ applicant_id: applicant.id, program_id: program.id }),
            WARNINGS.toSeveral,
          ),
        },
      ]
    : [];

const bounceOf = ({ mail_bounced: bounce, applicant }: Proposal): Warning[] =>
  bounce
    ? [{ key: 'bounce', ...bounce, link: linkTo(paths.user(applicant), WARNINGS.toPerson) }]
    : [];

/** It stays while the room is open: its first sight marks the changes as read. */
function useChanges(
  { changes_since_read: fields = [] }: Proposal,
  onHistory: Props['onHistory'],
): Warning[] {
  const [seen, setSeen] = useState(fields);
  if (fields.some((field) => !seen.includes(field))) setSeen([...seen, ...fields]);
  if (seen.length === 0) return [];
  const sentence = describeChanges(seen.map((field) => FIELD_LABELS[field] ?? field));
  const link = onHistory && (
    <Button variant="quiet" isSmall onClick={onHistory}>
      {WARNINGS.toHistory}
    </Button>
  );
  return [{ key: 'changes', sentence, link }];
}

function describe(search: { isPending: boolean; hasFailed: boolean; total: number }): string {
  if (search.isPending) return `${WARNINGS.looking} …`;
  if (search.hasFailed) return WARNINGS.failed;
  return search.total === 0 ? WARNINGS.none : WARNINGS.count(search.total);
}

function warningsOf(proposal: Proposal): Warning[] {
  const documents = documentsOf(proposal).flatMap(({ key: kind, label }) => {
    const { scan, markers = [] } = proposal.documents[kind]!;
    const link = { link: linkTo('#documents', WARNINGS.toDocuments) };
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
  return [{ key: 'grace', sentence, link: linkTo('#facts', WARNINGS.toAnswers) }, ...documents];
}
