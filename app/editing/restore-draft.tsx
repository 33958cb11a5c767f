import { formatDateTime } from '#domain/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { FormDraft } from './use-draft.ts';
import { editingLabels } from './labels.ts';

/** Offers input from before a reload, an empty battery or a forced logout. */
export function RestoreDraft({ draft }: { draft: FormDraft }) {
  if (!draft.offered) return null;
  return (
    <Notice
      title={editingLabels.draftTitle}
      actions={
        <>
          <Button onClick={draft.accept}>{editingLabels.draftUse}</Button>
          <Button variant="quiet" onClick={draft.discard}>
            {editingLabels.draftDiscard}
          </Button>
        </>
      }
    >
      <p>{formatDateTime(new Date(draft.offered.savedAt))}</p>
    </Notice>
  );
}
