export const NOTE_ID = 'field-note';
/** Of the field with the new text of a note. */
export const changeId = (noteId: string): string => `${NOTE_ID}-${noteId}`;

export function focusOn(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: 'nearest' });
  field?.focus();
}
