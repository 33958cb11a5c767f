import { readDeadline } from '#domain/programs/deadline-rules.ts';
import { isOpen } from '#domain/programs/rules.ts';
import { SECTORS } from '#domain/sectors.ts';
import { programsPage } from '#content/programs.ts';
import { ShownMarkup } from '#app/editing/shown-markup.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { ProgramView } from '../program-view.tsx';
import { programLabels } from '../labels.ts';

/** The form's content as the public page will show it. */
export function ProgramPreview({ data, now }: { data: FormData; now: Date }) {
  const textOf = (name: string) => String(data.get(name) ?? '').trim();
  const deadline = readDeadline(textOf('deadline_date')) ?? undefined;
  return (
    <ProgramView
      heading="h2"
      title={textOf('title') || programLabels.untitled}
      sector={SECTORS.find((sector) => sector === textOf('sector'))}
      deadline={deadline}
      isOpen={deadline !== undefined && isOpen(deadline, now)}
      now={now}
      amount={textOf('amount_text')}
      decisionBy={textOf('decision_by')}
      actions={
        <span className={buttonClass({})} inert>
          {programsPage.applyNow}
        </span>
      }
      text={<ShownMarkup html={textOf('description')} />}
    />
  );
}
