import { editableUntil, PROGRAM, PROGRAM_RULES } from '#domain/programs/messages.ts';
import { describeLastEdit, isLastDay } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { paths } from '#app/paths.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { proposalLabels } from '../labels.ts';

/** Above the form: until when a proposal can be edited, or that the program has closed. */
export const Standing = ({ program }: { program: Program }) =>
  program.is_open ? <EditingNote deadline={new Date(program.deadline_date)} /> : <ClosedNotice />;

export const ClosedNotice = () => (
  <Notice
    tone="bad"
    title={PROGRAM.closedTitle}
    actions={<LinkButton to={paths.availablePrograms}>{proposalLabels.otherPrograms}</LinkButton>}
  >
    <p>{PROGRAM.closed}</p>
  </Notice>
);

/** What can be edited after submitting, and until when. */
function EditingNote({ deadline }: { deadline: Date }) {
  const now = serverNow();
  return isLastDay(deadline, now) ? (
    <Notice title={PROGRAM_RULES.lastDay} />
  ) : (
    <p>{editableUntil(describeLastEdit(deadline, now))}</p>
  );
}
