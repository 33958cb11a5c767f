import { formatDateTime } from '#domain/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { DraftKeeper } from './use-draft.ts';
import { words } from './words.ts';

/** Offers again what was typed here before a reload, a dead battery or a forced logout. */
export function DraftOffer({
  keeper,
  note,
}: {
  keeper: DraftKeeper;
  /** What a draft can't hold, such as files. */ note?: string;
}) {
  if (!keeper.offered) return null;
  return (
    <Notice
      title={words.draftTitle}
      actions={
        <>
          <Button onClick={keeper.accept}>{words.draftUse}</Button>
          <Button variant="quiet" onClick={keeper.discard}>
            {words.draftDiscard}
          </Button>
        </>
      }
    >
      <p>
        {formatDateTime(new Date(keeper.offered.savedAt))}
        {note && ` · ${note}`}
      </p>
    </Notice>
  );
}
