import { useEffect, useState } from 'react';
import { formatMoment, formatTime } from '#domain/dates.ts';
import {
  closesNow,
  editableUntil,
  PROGRAM,
  PROGRAM_RULES,
  asExtended,
  describeLastEdit,
  isLastDay,
} from '#domain/programs/rules.ts';
import type { Draft } from '#domain/drafts/schema.ts';
import type { Program } from '#domain/programs/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { paths } from '#app/paths.ts';
import { Facts } from '#app/ui/facts.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { AnswerText } from '#app/features/questions/read-steps.ts';
import { proposalLabels } from '../labels.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/constants.ts';
import { closesToday, describeLapsed, lastMinutes, submitLabels } from './labels.ts';

/**
 * Above the form: that the program has closed, that it is the last day or hour, and that its
 * deadline was moved while the form was open.
 */
export function Standing({ program }: { program: Program }) {
  const [known] = useState(program.deadline_date);
  const deadline = new Date(asExtended(program).deadline_date);
  if (!program.is_open) return <ClosedNotice />;
  return (
    <>
      {known !== program.deadline_date && (
        <Notice tone="warn" title={PROGRAM_RULES.deadlineMoved}>
          <p>{closesNow(formatMoment(program.deadline_date))}</p>
        </Notice>
      )}
      <LastMinutes deadline={asExtended(program).deadline_date} />
      {isLastDay(deadline, serverNow()) && <Notice tone="warn" title={PROGRAM_RULES.lastDay} />}
    </>
  );
}

/** Milliseconds between two looks at the clock. */
const TICK_MS = 10_000;

/** In the last hour, how many minutes are left, and until which minute. */
function LastMinutes({ deadline }: { deadline: string }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = Date.parse(deadline) - now.getTime();
  if (left <= 0 || left > HOUR_MS) return null;
  return (
    <Notice tone="warn" title={lastMinutes(Math.ceil(left / MINUTE_MS))}>
      <p>{closesToday(formatTime(deadline))}</p>
    </Notice>
  );
}

export const ClosedNotice = () => (
  <Notice
    tone="bad"
    title={PROGRAM.closedTitle}
    actions={<LinkButton to={paths.availablePrograms}>{proposalLabels.otherPrograms}</LinkButton>}
  >
    <p>{PROGRAM.closed}</p>
    <p>
      <span>{submitLabels.whomToAsk}</span> <a href={paths.contact}>{submitLabels.contact}</a>
    </p>
  </Notice>
);

/** A submission of this draft did not count: said here too, and that there can be another one. */
export function LapsedNotice({ draft, program }: { draft: Draft | null; program: Program }) {
  if (!draft?.lapsed) return null;
  return (
    <Notice tone="bad" title={submitLabels.lapsedTitle}>
      <p>{describeLapsed(draft.lapsed.message ?? '', program.deadline_date)}</p>
    </Notice>
  );
}

/** Until when a proposal can be edited; nothing on the last day, which the notice is about. */
export function EditingNote({ program }: { program: Program }) {
  const [now, deadline] = [serverNow(), new Date(asExtended(program).deadline_date)];
  if (isLastDay(deadline, now)) return null;
  return <p className="note">{editableUntil(describeLastEdit(deadline, now))}</p>;
}

/** `asked`: answers to the program's own questions. */
type KeptProps = { draft: Draft; asked: readonly AnswerText[] };

/** What was written for a program that has closed: to be read and copied. */
export function KeptAnswers({ draft: { fields }, asked }: KeptProps) {
  const facts = [
    [proposalLabels.businessName, fields.business_name],
    [proposalLabels.location, fields.business_location],
    [proposalLabels.website, fields.business_website],
  ] as const;
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">{proposalLabels.keptTitle}</h2>
      <p>{proposalLabels.keptText}</p>
      <Facts
        facts={[
          ...facts.filter(([, value]) => value),
          ...asked.map(({ label, text }) => [label, text] as const),
        ]}
      />
      {fields.business_description && (
        <>
          <h3>{proposalLabels.description}</h3>
          <RichText html={fields.business_description} />
        </>
      )}
    </section>
  );
}
