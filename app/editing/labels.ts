/** Labels of editing: edit conflicts (412) and restored drafts. */
export const editingLabels = {
  title: 'Somebody changed this while you were working',
  lead: 'Nothing you wrote is lost. These are the differences:',
  same: 'What you see here is the same in both versions.',
  theirs: 'Saved now',
  mine: 'Yours',
  keepMine: 'Save mine',
  takeTheirs: 'Use the saved version',
  empty: '(empty)',
  delete: 'Delete',
  draftTitle: 'We saved what you typed',
  draftUse: 'Use it',
  draftDiscard: 'Start again',
  draftGone:
    'This draft was submitted or deleted on another device or in another tab. What you type now stays in this form; go back and open the form again to start a new draft with it.',
  close: 'Close',
  cancel: 'Cancel',
  preview: 'Preview',
  previewFailed: 'The preview could not be loaded. Check your connection and try again.',
} as const;

/** What a form says of the versions of a text that this device and the server hold. */
export const versionLabels = {
  restored: 'We saved what you typed',
  startFresh: 'Start again',
  fresh: 'Draft cleared',
  bringBack: 'Restore it',
  two: 'There is another version of what you wrote',
  newer: 'The newer one is shown. The other one is from',
  swapped: 'The one you asked for is shown. The other one is from',
  showOther: 'Show the other one',
} as const;

const LONGEST = 80;

/** "Delete “What is the trek?”?"; a long name is shortened to fit the dialog. */
export function describeDeletion(name: string): string {
  const characters = [...name];
  return `Delete “${characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : name}”?`;
}
export const describeRefusal = (name: string): string => `“${name}” cannot be deleted`;
