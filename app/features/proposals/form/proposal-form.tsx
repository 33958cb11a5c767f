import { useState, type ReactNode } from 'react';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { BusinessFields, type BusinessValues } from './business-fields.tsx';
import { DocumentField, type PickedDocuments } from './document-field.tsx';
import css from './proposal-form.module.css';
import { readProposal, type FilledProposal } from './read-proposal.ts';
import { UploadPanel } from '#app/uploads/upload-panel.tsx';
import type { useUpload } from '#app/uploads/use-upload.ts';
import { replaceHint, proposalLabels } from '../labels.ts';

type Props = {
  values: BusinessValues;
  sector: string;
  /** Whether this field can be changed. */
  isShown: (name: string) => boolean;
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
              kind={kind}
              hint={replaceHint(kind, limit)}
              isOptional
              onPick={(document) => setPicked((others) => ({ ...others, [kind]: document }))}
            />
            <Stored file={stored[kind]} />
          </div>
        ))}
        {asked}
      </div>
      {upload.state ? (
        <UploadPanel state={upload.state} label={proposalLabels.saving} onStop={upload.stop} />
      ) : (
        <>
          <Total picked={picked} />
          {problem instanceof ApiError && problem.code === 'network' && (
            <p>{proposalLabels.gaveUp}</p>
          )}
          <FormActions>
            <Button type="submit">{proposalLabels.save}</Button>
            <LinkButton to={cancelPath} variant="secondary">
              {proposalLabels.cancel}
            </LinkButton>
          </FormActions>
        </>
      )}
    </Form>
  );
}

const Stored = ({ file }: { file: Proposal['documents'][DocumentKind] }) => (
  <p className={`${css.stored} note`}>
    {proposalLabels.current}: <b>{file.file_name}</b> <span>{`(${formatBytes(file.size)})`}</span>
  </p>
);

/** How much will be uploaded. */
function Total({ picked }: { picked: PickedDocuments }) {
  const bytes = DOCUMENT_KINDS.reduce((sum, kind) => sum + (picked[kind]?.file.size ?? 0), 0);
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
