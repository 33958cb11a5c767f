import { Link } from 'react-router';
import type { BulkResponse } from '#domain/reviews/schema.ts';
import { paths } from '#app/paths.ts';
import { MailPreview } from '#app/features/mailings/mail-preview.tsx';
import { useAdmins } from '#app/editing/use-admins.ts';
import { Button } from '#app/ui/button.tsx';
import { FormActions } from '#app/ui/form.tsx';
import {
  bulkLabels,
  confirmLabel,
  describeMail,
  describeNamed,
  describePreview,
  describeStanding,
  groupRefused,
  nameAll,
} from './bulk-labels.ts';
import type { BulkAction } from './selection-bar.tsx';
import css from './bulk-dialog.module.css';

type Props = {
  action: BulkAction;
  answer: BulkResponse;
  isBusy: boolean;
  onNameAll: () => void;
  /** Whether the admin's own words may go with it. */
  canSayMore: boolean;
  onWords: () => void;
  onConfirm: () => void;
  /** To what was asked before. */
  canGoBack: boolean;
  onBack: () => void;
  onClose: () => void;
};

/**
 * What would change, whom it concerns, and the mails; nothing has the focus that would send them.
 */
export function BulkPreview({
  action,
  answer,
  isBusy,
  onNameAll,
  canSayMore,
  canGoBack,
  ...on
}: Props) {
  const canChange = (answer.would_change ?? 0) > 0;
  return (
    <>
      <div role="status" ref={focusOnce} tabIndex={-1}>
        {describePreview(answer).map((sentence) => (
          <p key={sentence} className={css.said}>
            {sentence}
          </p>
        ))}
        {answer.standing && canChange && (
          <p className={css.said}>{describeStanding(answer.standing)}</p>
        )}
      </div>
      {answer.shares && <Shares shares={answer.shares} />}
      <Concerned {...{ answer, isBusy, onNameAll }} />
      <Mails action={action} mails={answer.mails ?? []} />
      <Refused refused={answer.refused} />
      <FormActions>
        <Button variant="secondary" disabled={isBusy} onClick={canGoBack ? on.onBack : on.onClose}>
          {canGoBack ? bulkLabels.back : bulkLabels.cancel}
        </Button>
        {canSayMore && (
          <Button variant="secondary" disabled={isBusy} onClick={on.onWords}>
            {bulkLabels.addWords}
          </Button>
        )}
        {canChange && (
          <Button
            variant={IS_AGAINST.has(action) ? 'danger' : 'primary'}
            isBusy={isBusy}
            onClick={on.onConfirm}
          >
            {confirmLabel(action, answer)}
          </Button>
        )}
      </FormActions>
    </>
  );
}

/** Bad news. */
const IS_AGAINST = new Set<BulkAction>(['decline', 'takeBack']);

const focusOnce = (text: HTMLElement | null): void => text?.focus({ preventScroll: true });

type ConcernedProps = Pick<Props, 'answer' | 'isBusy' | 'onNameAll'>;

function Concerned({ answer, isBusy, onNameAll }: ConcernedProps) {
  const { people = [], would_change: total = 0 } = answer;
  if (people.length === 0) return null;
  return (
    <section className={css.concerned} aria-label={bulkLabels.concerned} tabIndex={0}>
      <ul className="bare">
        {people.map((person) => (
          <li key={person.id}>
            <b>{person.business_name}</b> <span>{describeNamed(person)}</span>
          </li>
        ))}
      </ul>
      {total > people.length && (
        <Button variant="quiet" isSmall isBusy={isBusy} onClick={onNameAll}>
          {nameAll(total)}
        </Button>
      )}
    </section>
  );
}

type MailsProps = { action: BulkAction; mails: NonNullable<BulkResponse['mails']> };

function Mails({ action, mails }: MailsProps) {
  const isAssigning = action === 'assign' || action === 'share';
  if (mails.length === 0)
    return <p className={css.said}>{isAssigning ? bulkLabels.assigneeMail : bulkLabels.noMail}</p>;
  return mails.map(({ subject, text, ...mailed }) => (
    <MailPreview
      key={text}
      title={describeMail(mailed)}
      subject={subject}
      text={text}
      isOpen={mails.length === 1}
    />
  ));
}

function Shares({ shares }: { shares: NonNullable<BulkResponse['shares']> }) {
  const labels = new Map(useAdmins().map(({ value, label }) => [value, label]));
  return (
    <table className={css.shares}>
      <caption>{bulkLabels.shares}</caption>
      <tbody>
        {shares.map(({ id, name, count }) => (
          <tr key={id}>
            <th scope="row">{labels.get(id) ?? name}</th>
            <td>{count.toLocaleString('en-GB')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** For each reason, this many proposals are linked. */
const LINKS = 5;

function Refused({ refused }: Pick<BulkResponse, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <section className={css.refused} aria-label={bulkLabels.refused}>
      <ul className="bare">
        {groupRefused(refused).map(({ who, why, ids }) => (
          <li key={why}>
            <b>{who}</b> <span>{why}</span>{' '}
            {ids.slice(0, LINKS).map((id, place) => (
              <Link
                key={id}
                to={paths.submission({ id })}
              >{`${bulkLabels.open} ${place + 1}`}</Link>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
