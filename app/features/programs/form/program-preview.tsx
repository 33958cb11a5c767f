import { comingOpening, isOpen } from '#domain/programs/rules.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import { SECTORS } from '#domain/sectors.ts';
import { programsPage } from '#content/programs.ts';
import { ShownMarkup } from '#app/editing/shown-markup.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { ProgramView } from '../program-view.tsx';

/** The form's content as the public page will show it. */
export function ProgramPreview({ data, now }: { data: FormData; now: Date }) {
  const textOf = (name: string) => String(data.get(name) ?? '').trim();
  const deadline = readDeadline(textOf('deadline_date')) ?? undefined;
  const opens = readDeadline(textOf('opens_at'));
  const opening = comingOpening({ opens_at: opens?.toISOString() ?? null, is_open: false }, now);
  return (
    <ProgramView
      heading="h2"
      title={textOf('title') || 'No title yet'}
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
      text={<ShownMarkup html={textOf('description')} />}
    />
  );
}
