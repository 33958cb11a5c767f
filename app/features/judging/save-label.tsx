import type { SaveState } from '#app/editing/draft-notice.ts';
import { describeSaved } from './labels.ts';
import css from './review-view.module.css';

/** Where the review is saved. */
export function SaveLabel({ save, isDone }: { save: SaveState; isDone: boolean }) {
  const isBad = save.kind === 'here' || save.kind === 'refused';
  return (
    <p
      className={`${css.save} note`}
      data-bad={isBad ? '' : undefined}
      role={isBad ? 'status' : undefined}
    >
      {describeSaved(save, isDone)}
    </p>
  );
}
