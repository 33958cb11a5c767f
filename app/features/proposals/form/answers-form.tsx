import type { Program } from '#domain/programs/schema.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { paths } from '#app/paths.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { canDigest } from '#app/uploads/digest.ts';
import { Button } from '#app/ui/button.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { documentHint, proposalLabels } from '../labels.ts';
import { BusinessFields } from './business-fields.tsx';
import type { Documents } from './read-submission.ts';
import { RestoredActions } from './restored-actions.tsx';
import { SaveLabel } from './save-label.tsx';
import css from './submit-form.module.css';
import { describeSaving, EARLY, submitLabels } from './submit-labels.ts';
import { UploadField } from './upload-field.tsx';
import type { DraftDocuments } from './use-draft-documents.ts';
import { answersOf, type SavedDraft } from './use-saved-draft.ts';

type Props = {
  program: Program;
  draft: SavedDraft;
  documents: DraftDocuments;
  problem: FormProblem | null;
  onEdit: () => void;
  onCheck: () => void;
};

/** The answers and documents, with the program's requirements beside them. */
export function AnswersForm({ program, draft, documents, problem, onEdit, onCheck }: Props) {
  const { sync } = draft;
  return (
    <>
      <RestoredActions notice={draft.notice} sync={sync} />
      <div className={css.columns}>
        <details className={css.asks} ref={openWhereWide}>
          <summary>{submitLabels.asks}</summary>
          <RichText html={program.description} />
        </details>
        <Form
          id={MAIN_FORM}
          problem={problem}
          onSubmit={onCheck}
          onValues={(values) => {
            onEdit();
            sync.save(answersOf(values));
          }}
        >
          <SaveLabel save={draft.save} />
          <BusinessFields key={draft.version} start={draft.values} sector={program.sector} />
          <Beforehand documents={documents} />
          {DOCUMENT_KINDS.map((kind) => (
            <UploadField
              key={kind}
              kind={kind}
              hint={documentHint(readUploadLimit().text)}
              document={documents.documents[kind]}
              onPick={(picked) => documents.pick(kind, picked)}
              isEarly={documents.isEarly}
              onStop={() => documents.stop(kind)}
              onRetry={() => documents.retry(kind)}
            />
          ))}
          <Total documents={documents.documents} />
          <SaveLabel save={draft.save} />
          <FormActions>
            <Button type="submit">{submitLabels.check}</Button>
            <LinkButton to={paths.availablePrograms} variant="secondary">
              {proposalLabels.cancel}
            </LinkButton>
          </FormActions>
        </Form>
      </div>
    </>
  );
}

const WIDE = '(min-width: 75rem)';

/** Open if there is room beside the form; folded on a phone, where it is above the form. */
function openWhereWide(details: HTMLDetailsElement | null): void {
  if (details && matchMedia(WIDE).matches) details.open = true;
}

/** Says when the documents are uploaded and how long that takes, before any data is used. */
function Beforehand({ documents: { documents, isEarly } }: { documents: DraftDocuments }) {
  if (isEarly) return <p>{EARLY}</p>;
  return <p>{canDigest() ? describeSaving(sizeOf(documents)) : submitLabels.withoutDraft}</p>;
}

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
