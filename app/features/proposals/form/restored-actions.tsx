import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { describeRestored, submitLabels } from './labels.ts';
import type { SavedDraft } from './use-saved-draft.ts';

/** Says what the form was filled with, and offers to undo it. */
export function RestoredActions({ notice, sync }: Pick<SavedDraft, 'notice' | 'sync'>) {
  if (!notice) return null;
  if (notice.kind === 'restored')
    return (
      <Notice
        title={submitLabels.restored}
        actions={
          <Button variant="secondary" onClick={sync.startFresh}>
            {submitLabels.startFresh}
          </Button>
        }
      >
        <p>{describeRestored(notice.at)}</p>
      </Notice>
    );
  const isFresh = notice.kind === 'fresh';
  return (
    <Notice
      tone={isFresh ? 'info' : 'warn'}
      title={isFresh ? submitLabels.fresh : submitLabels.two}
      actions={
        <Button variant="secondary" onClick={sync.bringBack}>
          {isFresh ? submitLabels.bringBack : submitLabels.showOther}
        </Button>
      }
    >
      {!isFresh && (
        <p>
          {`${notice.kind === 'swapped' ? submitLabels.swappedText : submitLabels.twoText} ${describeRestored(notice.at).replace('Last saved on ', '')}`}
        </p>
      )}
    </Notice>
  );
}
