import { Link } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { formatShortMoment } from '#domain/dates.ts';
import { describeMissing } from '#domain/drafts/rules.ts';
import type { Draft } from '#domain/drafts/schema.ts';
import { isOpen } from '#domain/programs/rules.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { paths } from '#app/paths.ts';
import { Badge } from '#app/ui/badge.tsx';
import { joinFacts } from '#app/ui/join-facts.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { forgetSubmission } from '#app/storage/submission-drafts.ts';
import css from './draft-list.module.css';
import {
  continueLabel,
  describeBriefly,
  describeDocument,
  describeEnd,
  describeWaiting,
  describeWithdrawal,
  draftLabels as labels,
  pathOf,
} from './labels.ts';

type Props = {
  drafts: readonly Draft[];
  now: Date;
  /** Each in two lines; all but the first few are on the list of proposals. */
  isBrief?: boolean;
};

/** Before the rest is unfolded. */
const MOST = 3;

/** Unsubmitted drafts, and submissions that still wait for documents. */
export function DraftList({ drafts, now, isBrief = false }: Props) {
  if (drafts.length === 0) return null;
  const [first, ...others] = inOrder(drafts, now);
  const rows = (some: readonly Draft[]) => (
    <ul className={css.list}>
      {some.map((draft) => (
        <DraftRow key={draft.id} {...{ draft, now, isBrief }} isFirst={draft === first} />
      ))}
    </ul>
  );
  const rest = others.slice(MOST - 1);
  return (
    <section aria-labelledby="drafts" className={css.section}>
      <h2 id="drafts">{labels.title}</h2>
      {rows([first!, ...others.slice(0, MOST - 1)])}
      {rest.length > 0 &&
        (isBrief ? (
          <Link className={css.all} to={paths.ownProposals}>
            {labels.all(drafts.length)}
          </Link>
        ) : (
          <details className="fold">
            <summary>{labels.more(rest.length)}</summary>
            {rows(rest)}
          </details>
        ))}
    </section>
  );
}

/**
 * First those that wait for documents, because they have an hour left, then open programs, then
 * closed ones.
 */
function inOrder(drafts: readonly Draft[], now: Date): Draft[] {
  const rankOf = ({ submitting, deadline_date, extended_until }: Draft) => {
    if (submitting) return 0;
    return isOpen(new Date(extended_until ?? deadline_date), now) ? 1 : 2;
  };
  return drafts.toSorted((one, other) => rankOf(one) - rankOf(other));
}

type RowProps = {
  draft: Draft;
  now: Date;
  isBrief: boolean;
  /** Its button is the next sensible step. */
  isFirst: boolean;
};

function DraftRow({ draft, now, isBrief, isFirst }: RowProps) {
  const { program_title, submitting } = draft;
  const to = pathOf(draft);
  const canGoOn =
    submitting !== null || isOpen(new Date(draft.extended_until ?? draft.deadline_date), now);
  const isShort = isBrief && canGoOn && !submitting;
  return (
    <li data-short={isShort || undefined}>
      <div>
        <h3>
          <Link to={to}>{program_title}</Link>
        </h3>
        <StateBadge draft={draft} isClosed={!canGoOn} />
        {isShort ? (
          <p className="note">{describeBriefly(draft, now)}</p>
        ) : (
          <Details {...{ draft, now, isBrief, canGoOn }} />
        )}
      </div>
      <div className={`${css.actions} row`}>
        {canGoOn && <GoOn draft={draft} isFirst={isFirst} />}
        {draft.my_role === 'owner' && !isBrief && <DeleteDraft draft={draft} now={now} />}
      </div>
    </li>
  );
}

function GoOn({ draft, isFirst }: Pick<RowProps, 'draft' | 'isFirst'>) {
  const action = draft.submitting ? labels.sendDocuments : labels.continue;
  return (
    <LinkButton
      to={pathOf(draft)}
      variant={isFirst ? 'primary' : 'secondary'}
      aria-label={continueLabel(action, draft.program_title)}
    >
      {action}
    </LinkButton>
  );
}

type DetailsProps = Omit<RowProps, 'isFirst'> & { canGoOn: boolean };

/** All that there is to say of it. */
const Details = ({ draft, now, isBrief, canGoOn }: DetailsProps) => (
  <>
    <p>{describeState(draft, canGoOn)}</p>
    {draft.my_role === 'member' && <p>{labels.sharedBy(draft.owner)}</p>}
    {!isBrief && <Documents documents={draft.documents} />}
    <Times {...{ draft, now, isBrief }} />
  </>
);

const endOf = ({ extended_until: extended, deadline_date: deadline }: Draft, now: Date): string =>
  describeEnd(extended ?? deadline, now);

/** What has been chosen; that nothing has is said as missing. */
const Documents = ({ documents }: Pick<Draft, 'documents'>) =>
  DOCUMENT_KINDS.some((kind) => documents[kind]) && (
    <p className={`${css.soft} note`}>
      {DOCUMENT_KINDS.map((kind) => (
        <span key={kind}>{`${labels.kinds[kind]}: ${describeDocument(documents[kind])}`}</span>
      ))}
    </p>
  );

function Times({ draft, now, isBrief }: Omit<RowProps, 'isFirst'>) {
  const { submitting } = draft;
  if (isBrief && !submitting) return null;
  return (
    <p className={`${css.soft} note`}>
      {submitting ? (
        <a href={paths.receipt(submitting)}>{`${labels.receipt} ${submitting.number}`}</a>
      ) : (
        joinFacts(`${labels.saved} ${formatShortMoment(draft.saved_at)}`, endOf(draft, now))
      )}
    </p>
  );
}

function StateBadge({ draft, isClosed }: { draft: Draft; isClosed: boolean }) {
  if (isClosed) return <Badge tone="bad">{labels.closed}</Badge>;
  if (draft.submitting) return <Badge tone="wait">{labels.waiting}</Badge>;
  return draft.missing.length === 0 && <Badge tone="good">{labels.ready}</Badge>;
}

function describeState(draft: Draft, canGoOn: boolean): string {
  const { missing } = draft;
  const state = missing.length === 0 ? labels.complete : describeMissing(missing);
  if (!canGoOn) return labels.closedText;
  if (!draft.submitting) return state;
  const { received_at, complete_until } = draft.submitting;
  return `${describeWaiting(received_at, complete_until)} ${missing.length > 0 ? state : ''}`;
}

/**
 * Deletes a draft with its documents, here and on the server; a waiting submission is withdrawn.
 */
function DeleteDraft({ draft, now }: { draft: Draft; now: Date }) {
  const { id: userId } = useProfile();
  const cache = useQueryClient();
  const { program_id: programId, program_title, submitting } = draft;
  const remove = async () => {
    await draftCalls.delete(programId, { fallback: labels.deleteFailed });
    // Under its own id too, if it was shared before it was handed over.
    for (const id of [programId, draft.id]) forgetSubmission(id, userId);
    await cache.invalidateQueries({ queryKey: [queryKeys.drafts] });
  };
  return (
    <DeleteButton
      name={program_title}
      question={
        submitting
          ? describeWithdrawal(draft.extended_until ?? draft.deadline_date, now)
          : labels.deleteQuestion
      }
      done={submitting ? labels.withdrawn : labels.deleted}
      variant="quiet"
      remove={remove}
    />
  );
}
