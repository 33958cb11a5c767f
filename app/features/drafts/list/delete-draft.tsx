import { useQueryClient } from '@tanstack/react-query';
import type { Draft } from '#domain/drafts/schema.ts';
import { draftCalls } from '../draft-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { forgetSubmission } from '#app/storage/submission-drafts.ts';
import { draftLabels as labels } from './labels.ts';

/**
 * Deletes a draft with its documents, here and on the server; a waiting submission is withdrawn.
 */
export function DeleteDraft({ draft }: { draft: Draft }) {
  const { id: userId } = useProfile();
  const cache = useQueryClient();
  const { program_id: programId, program_title, submitting } = draft;
  const remove = async () => {
    await draftCalls.delete(programId, { fallback: labels.deleteFailed });
    forgetSubmission(programId, userId);
    await cache.invalidateQueries({ queryKey: [queryKeys.drafts] });
  };
  return (
    <DeleteButton
      name={program_title}
      question={submitting ? labels.withdrawQuestion : labels.deleteQuestion}
      done={submitting ? labels.withdrawn : labels.deleted}
      variant="quiet"
      remove={remove}
    />
  );
}
