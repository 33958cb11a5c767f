import { paths } from '#app/paths.ts';
import type { Judge as JudgeItem } from '#domain/judges/schema.ts';
import { formatDate } from '#domain/dates.ts';
import { JudgeActions } from '#app/features/judges/desk/judge-actions.tsx';
import { JUDGE_STATES, judgeLabels as labels } from '#app/features/judges/desk/labels.ts';
import { nameOf, useJudge } from '#app/features/judges/desk/use-judges.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import type { Route } from './+types/judge';
import { JudgeRounds } from './judge-rounds.tsx';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/judges/{id}: who it is, and what became of the invitation. */
export default function Judge({ params: { id } }: Route.ComponentProps) {
  const item = useJudge(id);
  return (
    <ItemScreen
      item={item}
      list={{ to: lastListUrl(paths.judges()), label: labels.back }}
      title={item.data ? nameOf(item.data) : labels.title}
      actions={item.data && <JudgeActions judge={item.data} />}
      loading={labels.loading}
    >
      {(judge) => (
        <>
          <Shown judge={judge} />
          <JudgeRounds judgeId={id} />
        </>
      )}
    </ItemScreen>
  );
}

const Shown = ({ judge }: { judge: JudgeItem }) => (
  <Facts
    facts={[
      [
        labels.email,
        <a key="email" href={`mailto:${judge.email}`}>
          <EmailText address={judge.email} />
        </a>,
      ],
      [
        labels.phone,
        judge.phone_number ? <PhoneLink key="phone" number={judge.phone_number} /> : labels.none1,
      ],
      [labels.region, judge.region || labels.noRegion],
      [labels.position, judge.position || labels.none1],
      [labels.organisations, <Names key="organisations" names={judge.organisations} />],
      [labels.people, <Names key="people" names={judge.people} />],
      [labels.inRecord, judge.is_named ? labels.yes : labels.no],
      [labels.state, `${JUDGE_STATES[judge.state]} (${formatDate(judge.created_at)})`],
      [labels.account, judge.is_active ? labels.active : labels.inactive],
    ]}
  />
);

const Names = ({ names }: { names: readonly string[] }) =>
  names.length > 0 ? <PlainText>{names.join('\n')}</PlainText> : labels.none1;
