import { Suspense, useState, type ReactNode } from 'react';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { requestLabels } from '../requests/labels.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { BusinessFields, type BusinessValues } from './business-fields.tsx';
import { DocumentField, type PickedDocuments } from './document-field.tsx';
import css from './proposal-form.module.css';
import { readProposal, type FilledProposal } from './read-proposal.ts';
import { StoredFile } from './stored-file.tsx';
import { UploadPanel } from '#app/uploads/upload-panel.tsx';
import type { useUpload } from '#app/uploads/use-upload.ts';
import { FileContext } from '#app/features/questions/file-context.ts';
import { documentHint, documentLabels, replaceHint, proposalLabels } from '../labels.ts';

type Props = {
  values: BusinessValues;
  sector: string;
  /** Whether this field can be changed. */
  isShown: (name: string) => boolean;
  /** Only what the firm asked for is shown. */
  isRequested: boolean;
  /** Saving tells the firm that it is done. */
  isAnswer: boolean;
  draft: FormDraft;
  /** The program's own questions. */
  asked: ReactNode;
  /** The stored documents. */
  stored: Proposal['documents'];
  upload: Pick<ReturnType<typeof useUpload>, 'state' | 'stop'>;
  problem: FormProblem | null;
  refuse: (problem: FormProblem) => void;
  onSubmit: (filled: FilledProposal) => void;
  cancelPath: string;
};

/** Loaded where a program asks for a file. */
const EditedFile = lazyPart(() => import('./edited-file.tsx'));

/** Edits a proposal. Input is a draft until it is saved. */
export function ProposalForm({ draft, ...rest }: Props) {
  return (
    <>
      <RestoreDraft draft={draft} />
      <Fields key={draft.version} draft={draft} {...rest} />
    </>
  );
}

function Fields({
  values,
  sector,
  isShown,
  isRequested,
  isAnswer,
  draft,
  asked,
  stored,
  upload,
  problem,
  refuse,
  onSubmit,
  cancelPath,
}: Props) {
  const [picked, setPicked] = useState<PickedDocuments>({});
  const { text: limit } = readUploadLimit();
  const start = { ...values, ...draft.values };
  const isSending = upload.state !== null;
  const submit = async (data: FormData) => {
    if (isSending) return;
    const reading = await readProposal(data, picked);
    if (reading.problem) refuse(reading.problem);
    else onSubmit(reading.value);
  };
  return (
    <Form
      id={MAIN_FORM}
      problem={problem}
      onSubmit={(data) => void submit(data)}
      onValues={draft.save}
    >
      <div className={css.fields} inert={isSending}>
        <BusinessFields {...{ start, sector, isShown }} />
        {DOCUMENT_KINDS.filter(isShown).map((kind) => (
          <div key={kind}>
            <DocumentField
              label={documentLabels.kinds[kind]}
              name={kind}
              hint={(isRequested ? documentHint : replaceHint)(kind, limit)}
              isOptional={!isRequested}
              onPick={(document) => setPicked((others) => ({ ...others, [kind]: document }))}
            />
            <StoredFile file={stored[kind]} />
          </div>
        ))}
        <FileContext
          value={(props) => (
            <Suspense>
              <EditedFile
                {...props}
                stored={stored[props.question.id]}
                onPick={(document) =>
                  setPicked((others) => ({ ...others, [props.question.id]: document }))
                }
              />
            </Suspense>
          )}
        >
          {asked}
        </FileContext>
      </div>
      {upload.state ? (
        <UploadPanel state={upload.state} label={proposalLabels.saving} onStop={upload.stop} />
      ) : (
        <>
          <Total picked={picked} />
          {problem instanceof ApiError && problem.code === 'network' && (
            <p>{proposalLabels.gaveUp}</p>
          )}
          {problem instanceof ApiError && problem.code === 'deadline_passed' && isRequested && (
            <Notice
              tone="bad"
              title={requestLabels.lateTitle}
              actions={
                <LinkButton to={cancelPath} variant="secondary">
                  {requestLabels.latePlace}
                </LinkButton>
              }
            >
              <p>{requestLabels.late}</p>
            </Notice>
          )}
          {isAnswer && <p>{requestLabels.sendingIsFinal}</p>}
          <FormActions>
            <Button type="submit">
              {isAnswer ? requestLabels.sendChanges : proposalLabels.save}
            </Button>
            <LinkButton to={cancelPath} variant="secondary">
              {proposalLabels.cancel}
            </LinkButton>
          </FormActions>
        </>
      )}
    </Form>
  );
}

/** How much will be uploaded. */
function Total({ picked }: { picked: PickedDocuments }) {
  const bytes = Object.values(picked).reduce((sum, one) => sum + (one?.file.size ?? 0), 0);
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
