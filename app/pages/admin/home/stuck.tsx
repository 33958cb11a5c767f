import { Link } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { WaitingSubmission } from '#domain/receipts/schema.ts';
import { paths } from '#app/paths.ts';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import css from './admin-home.module.css';
import { describeBackups } from './describe-backups.ts';
import {
  adminHomeLabels,
  describeFailedMails,
  describeForgotten,
  describeLapsing,
} from './labels.ts';
import { useBackups, useForgotten, useLapsing } from './use-queue.ts';

/** `failedMails`: undefined if they could not be counted. */
type Props = { failedMails: number | undefined; today: Date };

/** What does not go on by itself, each with what can be done about it; the most urgent first. */
export function Stuck({ failedMails, today }: Props) {
  const { data: lapsing } = useLapsing();
  const { data: backups } = useBackups();
  const backup = backups && describeBackups(backups, today);
  const { data: forgotten = [] } = useForgotten();
  const stuck = [
    ...[lapsing?.total, failedMails, backup && Number(backup.isLate)],
    forgotten.length,
  ];
  return (
    <section aria-labelledby="stuck" className={css.part}>
      <h2 id="stuck">{adminHomeLabels.stuckTitle}</h2>
      {stuck.includes(undefined) && <p>{adminHomeLabels.startFailed}</p>}
      {stuck.every((count) => count === 0) && <p>{adminHomeLabels.nothingStuck}</p>}
      {lapsing && <LapsingList {...lapsing} />}
      <FailedMails count={failedMails ?? 0} />
      <Forgotten programs={forgotten} />
      {backup?.isLate && (
        <p className={css.trouble}>{`${backup.sentence} ${adminHomeLabels.backUp}`}</p>
      )}
    </section>
  );
}

/** Their proposals are kept for ever. */
const Forgotten = ({ programs }: { programs: readonly Program[] }) =>
  programs.map(({ id, title }) => (
    <p key={id} className={css.trouble}>
      <span>{describeForgotten(title)}</span>{' '}
      <Link to={paths.season({ id })}>{adminHomeLabels.seeSeason}</Link>
    </p>
  ));

const FailedMails = ({ count }: { count: number }) =>
  count > 0 && (
    <p className={css.trouble}>
      <span>{describeFailedMails(count)}</span>{' '}
      <Link to={paths.mail({ state: 'failed' })}>{adminHomeLabels.seeMails}</Link>
    </p>
  );

type LapsingProps = { items: readonly WaitingSubmission[]; total: number };

const LapsingList = ({ items, total }: LapsingProps) =>
  total > 0 && (
    <>
      <p className={css.trouble}>{describeLapsing(total)}</p>
      <ul className={css.deadlines}>
        {items.map((one) => (
          <Lapsing key={one.number} submission={one} />
        ))}
      </ul>
    </>
  );

function Lapsing({ submission }: { submission: WaitingSubmission }) {
  const { applicant, business_name: business, complete_until: until } = submission;
  return (
    <li>
      <Link to={paths.user(applicant)}>{`${applicant.first_name} ${applicant.last_name}`}</Link>
      <PhoneLink number={applicant.phone_number} />
      <span>{`${business}, ${submission.program_title}: ${adminHomeLabels.until} ${formatShortDateTime(until)}`}</span>
    </li>
  );
}
