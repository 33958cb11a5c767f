import { formatDateTime } from '#domain/dates.ts';
import { comingOpening, isOpen, opensOn } from '#domain/programs/rules.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import { SECTORS } from '#domain/sectors.ts';
import { programsPage } from '#content/programs.ts';
import { ShownMarkup } from '#app/editing/shown-markup.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProgramView } from '../program-view.tsx';
import { programLabels } from '../labels.ts';

/** The form's content as the public page will show it. */
export function ProgramPreview({ data, now }: { data: FormData; now: Date }) {
  const textOf = (name: string) => String(data.get(name) ?? '').trim();
  const deadline = readDeadline(textOf('deadline_date')) ?? undefined;
  const opens = readDeadline(textOf('opens_at'));
  const opening = comingOpening({ opens_at: opens?.toISOString() ?? null, is_open: false }, now);
  return (
    <ProgramView
      heading="h2"
      title={textOf('title') || programLabels.untitled}
      sector={SECTORS.find((sector) => sector === textOf('sector'))}
      deadline={deadline}
      isOpen={deadline !== undefined && isOpen(deadline, now)}
      opening={opening}
      now={now}
      amount={textOf('amount_text')}
      decisionBy={textOf('decision_by')}
      actions={
        !opening && (
          <span className={buttonClass({})} inert>
            {programsPage.applyNow}
          </span>
        )
      }
      text={
        <>
          {opening && <Notice title={opensOn(formatDateTime(opening))} />}
          <ShownMarkup html={textOf('description')} />
        </>
      }
    />
  );
}
