import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { useDraft, type FormDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useConflictPanel, type Conflicting } from './use-conflict-panel.tsx';

/** What the form of an item works with, whether it creates or edits. */
export type ItemForm<Input> = {
  draft: FormDraft;
  call: ReturnType<typeof useFormSubmit>;
  submit: (input: Input) => void;
  /** Both versions, if somebody else has saved in the meantime. */
  conflictPanel?: ReactElement | null;
};

type Saving<Saved> = {
  /** The name of its draft: `faq:` and the id. */
  draftName: string;
  /** Shown for a refusal without a sentence. */
  fallback: string;
  /** Said once it was saved and the draft was deleted. */
  done: string | ((saved: Saved) => string);
  /** What comes then, and where it leads; without a path, the screen stays. */
  next?: (saved: Saved) => string | void;
  /** Whether going back skips the form. */
  isReplaced?: boolean;
};

type CreateForm<Input, Saved> = Saving<Saved> & {
  create: (input: Input) => Promise<Saved>;
  mapErrors?: Parameters<typeof useFormSubmit>[1];
};

type EditForm<Item, Input, Saved> = Saving<Saved> & Conflicting<Item, Input, Saved>;

function useSaved<Saved>(draft: FormDraft, { done, next, isReplaced = false }: Saving<Saved>) {
  const navigate = useNavigate();
  return async (saved: Saved) => {
    draft.clear();
    toast.success(typeof done === 'string' ? done : done(saved));
    const path = next?.(saved);
    if (path) await navigate(path, { replace: isReplaced });
  };
}

/** Common to all forms of something new: a draft, and one call at a time. */
export function useCreateForm<Input, Saved>(form: CreateForm<Input, Saved>): ItemForm<Input> {
  const draft = useDraft(form.draftName, useProfile().id);
  const call = useFormSubmit(form.fallback, form.mapErrors);
  const finish = useSaved(draft, form);
  const submit = (input: Input) => void call.run(async () => finish(await form.create(input)));
  return { draft, call, submit };
}

/**
 * Common to all edit forms: a draft, one call at a time and, if somebody else has saved in the
 * meantime, both versions side by side, so that no input is lost.
 */
export function useEditForm<Item extends object, Input extends object, Saved>(
  form: EditForm<Item, Input, Saved>,
): ItemForm<Input> {
  const { current, save, fetchFresh, isSaved, compare, onReload } = form;
  const draft = useDraft(form.draftName, useProfile().id);
  const call = useFormSubmit(form.fallback);
  const finish = useSaved(draft, form);
  const { attempt, conflictPanel } = useConflictPanel(
    { current, save, fetchFresh, ...(isSaved && { isSaved }), compare, onReload },
    { draft, isBusy: call.isBusy },
  );

  const submit = (mine: Input) =>
    void call.run(async () => {
      const saved = await attempt(mine);
      if (saved) await finish(saved);
    });
  return { draft, call, submit, conflictPanel };
}
