import { useState } from 'react';
import { PrefetchPageLinks, useNavigate } from 'react-router';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { INITIAL_STAGE } from '#domain/proposals/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { ApiError } from '#app/api/api-error.ts';
import { createIdempotencyKey } from '#app/api/upload.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useDraftKey } from '#app/editing/use-draft-key.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { toast } from '#app/ui/toast.tsx';
import { ProposalForm } from './proposal-form.tsx';
import { mapDocumentErrors, type FilledProposal } from './read-proposal.ts';
import { useRefreshProposals } from '../use-own-proposals.ts';
import { useUpload } from '#app/uploads/use-upload.ts';
import { proposalLabels } from '../labels.ts';

/**
 * Submits to one program. One key for all tries of what is in the form, also after a reload: it can
 * never become two.
 */
export function SubmitForm({ program }: { program: Program }) {
  const navigate = useNavigate();
  const refresh = useRefreshProposals();
  const draft = useDraft(`submit:${program.id}`, useProfile().id);
  const [key, setKey] = useDraftKey(draft.values.submission_key);
  const [hasArrived, setArrived] = useState(false);
  const upload = useUpload();
  const { problem, run, refuse } = useFormSubmit(PROPOSAL.submitFailed, mapDocumentErrors);

  const submit = ({ fields, files }: FilledProposal) =>
    run(async () => {
      setArrived(false);
      const sent = await upload
        .send({
          fields: { ...fields, business_sector: program.sector, funding_stage: INITIAL_STAGE },
          files,
          idempotencyKey: key,
        })
        .catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'idempotency_mismatch') throw error;
          setKey(createIdempotencyKey());
          setArrived(true);
        });
      if (!sent || sent === 'already-running') return;
      draft.clear();
      await refresh();
      toast.success(PROPOSAL.submitted);
      // Back leads to the programs, not to an empty form.
      await navigate(paths.ownProposals, { replace: true });
    });
  return (
    <>
      {/* If the line dies after the last byte, the next screen opens all the same. */}
      <PrefetchPageLinks page={paths.ownProposals} />
      {hasArrived && (
        <Notice
          tone="bad"
          title={proposalLabels.earlierTitle}
          actions={<LinkButton to={paths.ownProposals}>{proposalLabels.openList}</LinkButton>}
        >
          <p>{proposalLabels.earlierText}</p>
        </Notice>
      )}
      <ProposalForm
        values={{}}
        sector={program.sector}
        draft={draft}
        upload={upload}
        problem={problem}
        refuse={refuse}
        onSubmit={(filled) => void submit(filled)}
        cancelPath={paths.availablePrograms}
        hidden={
          <>
            <input type="hidden" name="program_id" value={program.id} />
            <input type="hidden" name="submission_key" value={key} />
          </>
        }
      />
    </>
  );
}
