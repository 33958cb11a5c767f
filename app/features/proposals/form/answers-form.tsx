import { lazy, Suspense } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { FIRST_STEP, paths } from '#app/paths.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { isEmpty } from '#app/editing/draft-versions.ts';
import { VersionNotice } from '#app/editing/version-notice.tsx';
import { Button } from '#app/ui/button.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import type { Step } from '#app/features/questions/read-steps.ts';
import { answersIn } from '#app/features/questions/read-values.ts';
import { documentHint, proposalLabels } from '../labels.ts';
import { BusinessFields } from './business-fields.tsx';
import type { Documents } from './read-submission.ts';
import { SaveLabel } from './save-label.tsx';
import css from './submit-form.module.css';
import { describeSaving, EARLY, submitLabels } from './labels.ts';
import { UploadField } from './upload-field.tsx';
import type { DraftDocuments } from './use-draft-documents.ts';
import type { AskedQuestions } from './use-asked.ts';
import type { SavedDraft } from './use-saved-draft.ts';

type Props = {
  program: Program;
  draft: SavedDraft;
  documents: DraftDocuments;
  problem: FormProblem | null;
  onEdit: () => void;
  onCheck: () => void;
  asked: AskedQuestions;
  step: string;
  /** Focuses the field of this name, if one is given. */
  onOpen: (step: string, field?: string) => void;
};

export const fetchEarlier = () => import('./earlier-form.tsx');

/** Without it, the form works as well. */
const EarlierForm = lazy(() => fetchEarlier().catch(() => ({ default: () => null })));

/**
 * The answers and documents, with the program's requirements beside them. A program with questions
 * of its own has them in further steps; all steps stay in the page with what is typed in them.
 */
export function AnswersForm(props: Props) {
  const { program, draft, documents, problem, onEdit, asked, onOpen } = props;
  const steps = asked.readSteps(draft.sync.values(), documents.documents);
  const step = steps.some(({ name }) => name === props.step) ? props.step : FIRST_STEP;
  const change = (save: () => void) => {
    onEdit();
    save();
    asked.redraw();
  };
  return (
    <>
      <VersionNotice
        notice={draft.notice}
        title={submitLabels.two}
        onBringBack={draft.sync.bringBack}
        onStartFresh={draft.sync.startFresh}
      />
      {isEmpty(draft.values) && (
        <Suspense>
          <EarlierForm programId={program.id} draft={draft} />
        </Suspense>
      )}
      <div className={css.columns}>
        <details className={`${css.asks} fold`} ref={openWhereWide}>
          <summary>{submitLabels.asks}</summary>
          <RichText html={program.description} />
        </details>
        <Form
          id={MAIN_FORM}
          problem={problem}
          onSubmit={nextOf(steps, { ...props, step })}
          onValues={(values) => change(() => draft.saveFields(values))}
          onFix={asked.room ? (field) => onOpen(asked.stepOf(field), field) : undefined}
        >
          {asked.room && (
            <asked.room.StepNav
              programId={program.id}
              steps={steps}
              current={step}
              onOpen={onOpen}
            />
          )}
          <SaveLabel save={draft.save} />
          <div hidden={step !== FIRST_STEP}>
            <h2 className={css.part}>{submitLabels.stepNames.write}</h2>
            <BusinessFields key={draft.version} start={draft.values} sector={program.sector} />
            <h2 className={css.part}>{submitLabels.stepNames.documents}</h2>
            <DocumentFields documents={documents} />
          </div>
          {asked.room && (
            <asked.room.QuestionView
              key={`questions-${draft.version}`}
              questions={asked.questions}
              known={asked.known}
              steps={steps}
              current={step}
              answers={answersIn(draft.sync.values())}
              onChange={(id, value) => change(() => draft.saveAnswer(id, value))}
            />
          )}
          <Actions {...props} step={step} steps={steps} />
        </Form>
      </div>
    </>
  );
}

/** The next step, or the check after the last one. */
const nextOf =
  (steps: readonly Step[], { step, onOpen, onCheck }: Pick<Props, 'step' | 'onOpen' | 'onCheck'>) =>
  () => {
    const next = steps[steps.findIndex(({ name }) => name === step) + 1];
    if (next) onOpen(next.name);
    else onCheck();
  };

function Actions({ asked: { room }, steps, step, onOpen }: Props & { steps: readonly Step[] }) {
  const cancel = (
    <LinkButton to={paths.availablePrograms} variant="secondary">
      {proposalLabels.cancel}
    </LinkButton>
  );
  if (room)
    return (
      <room.StepActions
        steps={steps}
        current={step}
        onOpen={onOpen}
        checkLabel={submitLabels.check}
        cancel={cancel}
      />
    );
  return (
    <FormActions>
      <Button type="submit">{submitLabels.check}</Button>
      {cancel}
    </FormActions>
  );
}

const DocumentFields = ({ documents }: { documents: DraftDocuments }) => (
  <>
    <Beforehand documents={documents} />
    {DOCUMENT_KINDS.map((kind) => (
      <UploadField
        key={kind}
        kind={kind}
        hint={documentHint(kind, readUploadLimit().text)}
        document={documents.documents[kind]}
        onPick={(picked) => documents.pick(kind, picked)}
        isEarly={documents.isEarly}
        onStop={() => documents.stop(kind)}
        onRetry={() => documents.retry(kind)}
      />
    ))}
    <Total documents={documents.documents} />
  </>
);

const WIDE = '(min-width: 75rem)';

/** Open if there is room beside the form; folded on a phone, where it is above the form. */
function openWhereWide(details: HTMLDetailsElement | null): void {
  if (details && matchMedia(WIDE).matches) details.open = true;
}

/** Says when the documents are uploaded and how long that takes, before any data is used. */
const Beforehand = ({ documents: { documents, isEarly } }: { documents: DraftDocuments }) => (
  <p>{isEarly ? EARLY : describeSaving(sizeOf(documents))}</p>
);

const sizeOf = (documents: Documents): number =>
  DOCUMENT_KINDS.reduce((sum, kind) => sum + (documents[kind]?.size ?? 0), 0);

/** How much will be uploaded. */
function Total({ documents }: { documents: Documents }) {
  const bytes = sizeOf(documents);
  return (
    <p className={css.total} role="status">
      {bytes > 0 && (
        <>
          {proposalLabels.total}: <b>{formatBytes(bytes)}</b>
        </>
      )}
    </p>
  );
}
