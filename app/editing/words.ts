/** What editing says: two people on one thing (412), and a draft that was kept. */
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
  draftTitle: 'We kept what you typed',
  draftUse: 'Use it',
  draftDiscard: 'Start fresh',
} as const;
