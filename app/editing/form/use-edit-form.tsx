import type { Versioned } from '#app/api/transport.ts';
import { useProfile } from '#app/session/use-session.ts';
import { EditConflict, type Difference } from './edit-conflict.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useOptimisticLock } from '#app/editing/use-optimistic-lock.ts';

type EditForm<Item, Input> = {
  /** The name of its draft: `faq:` and the id. */
  draftName: string;
  current: Versioned<Item>;
  save: (mine: Input, basis: Versioned<Item>) => Promise<unknown>;
  fetchFresh: () => Promise<Versioned<Item>>;
  compare: (theirs: Item, mine: Input) => Difference[];
  /** Shown for a refusal without a sentence. */
  fallback: string;
  /** Called after it was saved and the draft was deleted. */
  onSaved: () => Promise<unknown>;
  /** Redraws the form from the saved version. */
  onReload: () => void;
};

/**
 * Common to all edit forms: a draft, one call at a time and, if somebody else has saved in the
 * meantime, both versions side by side (`conflictPanel`), so that no input is lost.
 */
export function useEditForm<Item, Input>(form: EditForm<Item, Input>) {
  const { current, save, fetchFresh, compare, onSaved, onReload } = form;
  const draft = useDraft(form.draftName, useProfile().id);
  const call = useFormSubmit(form.fallback);
  const { conflict, attempt } = useOptimisticLock({ current, save, fetchFresh });

  const submit = (mine: Input) =>
    void call.run(async () => {
      if (!(await attempt(mine))) return;
      draft.clear();
      await onSaved();
    });
  const takeTheirs = () => {
    draft.clear();
    onReload();
  };
  const conflictPanel = conflict && (
    <EditConflict
      key={conflict.fresh.etag}
      differences={compare(conflict.fresh, conflict.mine)}
      isBusy={call.isBusy}
      onTakeTheirs={takeTheirs}
    />
  );
  return { draft, call, submit, conflictPanel };
}
