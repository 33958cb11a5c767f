/** What screens say about labels. */
export const labelTexts = {
  title: 'Labels',
  lead: 'Short tags you add to proposals. Applicants and judges never see them.',
  create: 'Add a label',
  edit: 'Edit a label',
  none: 'No labels yet. Add the first one.',
  name: 'Name',
  colour: 'Colour',
  proposals: 'Proposals',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Label saved.',
  deleted: 'Label deleted.',
  back: 'All submissions',
  loading: 'Loading labels',
  failed: 'Could not load the labels.',
  saveFailed: 'The label could not be saved. Check your connection and try again.',
  deleteFailed: 'The label could not be deleted. Check your connection and try again.',
  pin: 'Add labels',
  change: 'Change labels',
  pinned: 'Labels on this proposal',
  manage: 'Manage labels',
  former: 'a deleted label',
} as const;

/** What deleting a label does. Undefined: not known how many proposals carry it. */
export function describeLoss(count: number | undefined): string {
  if (count === undefined) return 'It will be removed from every proposal that has it.';
  if (count === 0) return 'No proposal has it.';
  const figure = count.toLocaleString('en-GB');
  return `It will be removed from ${figure} ${count === 1 ? 'proposal' : 'proposals'}. The proposals stay.`;
}

const COLOURS: Record<string, string> = {
  grey: 'Grey',
  brown: 'Brown',
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
};
export const formatColour = (colour: string): string => COLOURS[colour] ?? colour;
