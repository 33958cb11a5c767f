import { lazy, Suspense, type ReactNode } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { FIRST_STEP, paths } from '#app/paths.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { isEmpty } from '#app/editing/draft-versions.ts';
import { VersionNotice } from '#app/editing/version-notice.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Form, MAIN_FORM } from '#app/ui/form.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { FileContext } from '#app/features/questions/file-context.ts';
import type { Step } from '#app/features/questions/read-steps.ts';
import { answersIn } from '#app/features/questions/read-values.ts';
import { documentHint, documentLabels, proposalLabels } from '../labels.ts';
import { BusinessFields } from './business-fields.tsx';
import type { Documents } from './read-submission.ts';
import { SaveLabel } from './save-label.tsx';
import { EditingNote } from './standing-view.tsx';
import { StepHeading } from './step-heading.tsx';
import { StepActions } from './step-list.tsx';
import css from './submit-form.module.css';
import { describeSaving, EARLY, submitLabels } from './labels.ts';
import { UploadField } from './upload-field.tsx';
import { DOCUMENTS_STEP } from './use-step.ts';
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
  steps: readonly Step[];
  step: string;
  /** A single answer is corrected: from here, the check is next. */
  isFixing: boolean;
  /** Focuses the field of this name, if one is given. */
  onOpen: (step: string, field?: string) => void;
  /** Who works on it. */
  people: ReactNode;
};

export const fetchEarlier = () => import('./earlier-form.tsx');

/** Loaded where a program asks for a file. */
const FileAnswer = lazyPart(() => import('./file-answer.tsx'));

/** Without it, the form works as well. */
const EarlierForm = lazy(() => fetchEarlier().catch(() => ({ default: () => null })));

/**
 * The answers and documents a step at a time, with the program's requirements beside them; all
 * steps stay in the page with what is typed in them.
 */
export function AnswersForm(props: Props) {
  const { program, draft, documents, problem, onEdit, asked, steps, step, onOpen } = props;
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
        differing={asked.describeDiffering(draft.sync.differing())}
        onBringBack={draft.sync.bringBack}
        onStartFresh={draft.sync.startFresh}
      />
      {isEmpty(draft.values) && draft.server?.my_role !== 'member' && (
        <Suspense>
          <EarlierForm programId={program.id} draft={draft} />
        </Suspense>
      )}
      <div className={css.columns}>
        <details className={`${css.asks} fold`} ref={openWhereWide}>
          <summary>{submitLabels.asks}</summary>
          <RichText html={program.description} />
          {asked.room && (
            <p>
              <a
                href={paths.programQuestions({ id: draft.server?.program_id ?? program.id })}
                target="_blank"
                rel="noopener"
              >
                {submitLabels.sheet}
              </a>
            </p>
          )}
        </details>
        <Form
          id={MAIN_FORM}
          className={css.form}
          // The notice above says the same of a deadline.
          problem={program.is_open ? problem : null}
          onSubmit={nextOf(props)}
          onValues={(values) => change(() => draft.saveFields(values))}
          onFix={(field) => onOpen(asked.stepOf(field), field)}
        >
          <SaveLabel save={draft.save} />
          <div hidden={step !== FIRST_STEP}>
            <StepHeading
              title={submitLabels.stepNames.business}
              isCurrent={step === FIRST_STEP}
              className={css.part}
            />
            <BusinessFields key={draft.version} start={draft.values} sector={program.sector} />
          </div>
          {asked.room && (
            <FileContext
              value={(props) => (
                <Suspense>
                  <FileAnswer {...props} documents={documents} />
                </Suspense>
              )}
            >
              <asked.room.QuestionView
                key={`questions-${draft.version}`}
                questions={asked.questions}
                known={asked.known}
                steps={steps}
                current={step}
                answers={answersIn(draft.sync.values())}
                onChange={(id, value) => change(() => draft.saveAnswer(id, value))}
                Heading={StepHeading}
              />
            </FileContext>
          )}
          <div hidden={step !== DOCUMENTS_STEP}>
            <StepHeading
              title={submitLabels.stepNames.documents}
              isCurrent={step === DOCUMENTS_STEP}
              className={css.part}
            />
            <DocumentFields documents={documents} />
          </div>
          {program.is_open && <EditingNote program={program} />}
          <StepActions
            steps={steps}
            current={step}
            onOpen={(name) => onOpen(name)}
            isFixing={props.isFixing}
          />
        </Form>
        <div className={css.people}>{props.people}</div>
      </div>
    </>
  );
}

/** The next step, or the check after the last one. */
const nextOf =
  ({ steps, step, isFixing, onOpen, onCheck }: Props) =>
  () => {
    const next = steps[steps.findIndex(({ name }) => name === step) + 1];
    if (next && !isFixing) onOpen(next.name);
    else onCheck();
  };

const DocumentFields = ({ documents }: { documents: DraftDocuments }) => (
  <>
    <Beforehand documents={documents} />
    {DOCUMENT_KINDS.map((kind) => (
      <UploadField
        key={kind}
        label={documentLabels.kinds[kind]}
        name={kind}
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

const WIDE = '(min-width: 80rem)';

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
