import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { changeKey, useDeskDraft } from '#app/features/submissions/use-desk-draft.ts';
import { useTemplates } from '#app/features/submissions/use-templates.ts';
import { roomLabels } from './labels.ts';
import { changeId, focusOn, NOTE_ID } from './note-fields.ts';
import type { Desk } from './use-desk.ts';
import { useAddNote, useChangeNote, useNotes } from './use-notes.ts';

/** State of the texts being written beside a proposal: the reason, a note, changes of notes. */
export function useWriting(proposal: Proposal, desk: Desk, onNext: () => void) {
  const { draft, write, clear } = useDeskDraft(proposal.id);
  const singleFlight = useSingleFlight();
  const { data: notes } = useNotes(proposal.id);
  const add = useAddNote(proposal.id);
  const change = useChangeNote(proposal.id);
  const [isDeclining, setDeclining] = useState(false);
  const [reasonError, setReasonError] = useState<string>();
  // Ahead of the form, which must not move once somebody types.
  useTemplates();

  const hasNote = Object.entries(draft).some(
    ([key, text]) => text?.trim() && key !== 'reason' && key !== 'own',
  );
  const startDeclining = () => {
    if (!draft.reason && proposal.decline_reason) write({ reason: proposal.decline_reason });
    setDeclining(true);
  };
  const stopDeclining = () => {
    setDeclining(false);
    setReasonError(undefined);
  };
  /** Returns whether it was sent. */
  const decline = (): boolean => {
    const { reason = '', own = '' } = draft;
    const refusal = refuseReason(reason);
    setReasonError(refusal);
    if (refusal) return false;
    desk.change({ decision: 'declined', decline_reason: reason.trim() }, () => {
      clear('reason', reason);
      clear('own', own);
    });
    setDeclining(false);
    return true;
  };
  const addNote = async (): Promise<boolean> => {
    const { note } = draft;
    if (!note?.trim()) return true;
    try {
      await add.mutateAsync(note.trim());
    } catch {
      // The message is shown beside the field.
      focusOn(NOTE_ID);
      return false;
    }
    clear('note', note);
    return true;
  };
  const changeNote = async (noteId: string): Promise<boolean> => {
    const key = changeKey(noteId);
    const text = draft[key];
    if (text === undefined) return true;
    try {
      await change.mutateAsync({ noteId, text });
    } catch {
      focusOn(changeId(noteId));
      return false;
    }
    clear(key, text);
    return true;
  };
  const saveNext = async () => {
    if (isDeclining && !decline()) return;
    if (!(await addNote())) return;
    for (const { id } of notes?.items ?? []) if (!(await changeNote(id))) return;
    onNext();
  };
  return {
    draft,
    write,
    add,
    addNote: () => void singleFlight(addNote),
    change,
    changeNote: (noteId: string) => void singleFlight(() => changeNote(noteId)),
    isSaving: add.isPending || change.isPending,
    saves: describeSaving(isDeclining, hasNote),
    isDeclining,
    startDeclining,
    stopDeclining,
    decline: () => void decline(),
    reasonError,
    saveNext: () => void singleFlight(saveNext),
  };
}

function describeSaving(isDeclining: boolean, hasNote: boolean): string {
  if (isDeclining) return hasNote ? roomLabels.savesBoth : roomLabels.savesDecline;
  return hasNote ? roomLabels.savesNote : roomLabels.savesNothing;
}

export type Writing = ReturnType<typeof useWriting>;

function refuseReason(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return REVIEW_RULES.reasonMissing;
  return length < LENGTHS.reasonMinimum ? REVIEW_RULES.reasonShort : undefined;
}
