type ChangeKey = `change of ${string}`;
/** `own` and `ownWords`: what was written before a template took its place. */
export type DeskField = 'correction' | 'note' | 'reason' | 'own' | 'words' | 'ownWords' | ChangeKey;
/** What is being written beside one proposal, or about many at once. */
export type DeskDraft = { [field in DeskField]?: string | undefined };
/** Of the text that shall replace the one of this note. */
export const changeKey = (noteId: string): ChangeKey => `change of ${noteId}`;
