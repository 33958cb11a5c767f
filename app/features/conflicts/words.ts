/** Two people, one thing (412): what the screen says. */
export const words = {
  title: 'Somebody changed this while you were working',
  lead: 'Nothing of yours is lost. These are the differences:',
  same: 'What you see here is the same in both versions.',
  field: 'Field',
  theirs: 'Saved now',
  mine: 'Yours',
  keepMine: 'Save mine',
  takeTheirs: 'Take what is saved',
  empty: '(empty)',
} as const;
