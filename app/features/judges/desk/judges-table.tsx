import { Link } from 'react-router';
import type { Judge, ListedJudge } from '#domain/judges/schema.ts';
import { paths } from '#app/paths.ts';
import { createdColumn, RowTable } from '#app/lists/row-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import type { Column } from '#app/lists/data-table.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { judgeLabels as labels, JUDGE_STATES } from './labels.ts';
import { nameOf } from './use-judges.ts';

const COLUMNS: Column<ListedJudge>[] = [
  {
    key: 'last_name',
    label: labels.name,
    isTitle: true,
    isSortable: true,
    cell: (judge) => <Link to={paths.judge({ id: judge.id })}>{nameOf(judge)}</Link>,
  },
  {
    key: 'email',
    label: labels.email,
    width: '24%',
    className: rowCss.whole,
    isSortable: true,
    cell: (judge) => <EmailText address={judge.email} />,
  },
  {
    key: 'region',
    label: labels.region,
    width: '8.5rem',
    isSortable: true,
    cell: (judge) => judge.region || labels.noRegion,
  },
  {
    key: 'position',
    label: labels.position,
    width: '20%',
    isWideOnly: true,
    hasValue: ({ position }) => position !== '',
    cell: (judge) => judge.position,
  },
  {
    key: 'submitted',
    label: labels.openReviews,
    width: '9rem',
    onCard: 'named',
    hasValue: ({ assigned }) => assigned > 0,
    cell: ({ assigned, submitted }) =>
      assigned > 0 ? labels.done(submitted, assigned) : labels.none1,
  },
  { ...createdColumn<ListedJudge>(labels.invited), onCard: 'named' },
  {
    key: 'state',
    label: labels.state,
    width: '8rem',
    cell: (judge) => <JudgeBadge judge={judge} />,
  },
];

type Props = { rows: readonly ListedJudge[]; isStale: boolean };

/** Newest first; a name leads to the judge. */
export const JudgesTable = (props: Props) => (
  <RowTable caption={labels.caption} columns={COLUMNS} {...props} />
);

/** What became of the invitation, or that the account is closed for now. */
function JudgeBadge({ judge: { state, is_active: isActive } }: { judge: Judge }) {
  if (!isActive) return <Badge tone="bad">{labels.inactive}</Badge>;
  const tone = { invited: 'wait', accepted: 'good', declined: 'bad' } as const;
  return <Badge tone={tone[state]}>{JUDGE_STATES[state]}</Badge>;
}
