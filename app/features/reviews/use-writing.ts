import type { Proposal } from '#domain/proposals/schema.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { useKeptTexts } from '#app/editing/use-kept-texts.ts';
import {
  changeKey,
  type DeskDraft,
  type DeskField,
} from '#app/features/submissions/draft-fields.ts';
import { useDecision } from './use-decision.ts';
import type { Desk } from './use-desk.ts';
import { useAddNote, useChangeNote, useNotes } from './use-notes.ts';

export const NOTE_ID = 'field-note';
/** Of the field with the new text of a note. */
export const changeId = (noteId: string): string => `${NOTE_ID}-${noteId}`;

export function focusOn(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: 'nearest' });
  field?.focus();
}

/** State of the texts being written beside a proposal: of a decision, a note, changes of notes. */
export function useWriting(proposal: Proposal, desk: Desk, onNext: () => void) {
  const texts = useKeptTexts<DeskField>(`review:${proposal.id}`);
  const { draft, write, clear } = texts;
  const singleFlight = useSingleFlight();
  const { data: notes } = useNotes(proposal.id);
  const add = useAddNote(proposal.id);
  const change = useChangeNote(proposal.id);
  const decision = useDecision(proposal, desk, texts);
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
    if (decision.asking && !decision.decide()) return;
    if (!(await addNote())) return;
    for (const { id } of notes?.items ?? []) if (!(await changeNote(id))) return;
    onNext();
  };
  return {
    texts,
    draft,
    write,
    add,
    addNote: () => void singleFlight(addNote),
    change,
    changeNote: (noteId: string) => void singleFlight(() => changeNote(noteId)),
    isSaving: add.isPending || change.isPending,
    hasNote: hasNote(draft),
    decision,
    saveNext: () => void singleFlight(saveNext),
  };
}

/** Decision, stage and the like are saved as they are chosen; texts are not. */
const hasNote = (draft: DeskDraft): boolean =>
  Object.entries(draft).some(
    ([key, text]) => text?.trim() && (key === 'note' || key.startsWith('change of')),
  );

export type Writing = ReturnType<typeof useWriting>;
