/** Where the focus is: in a text field, in a dialog, or elsewhere. */
export type KeyPlace = 'field' | 'dialog' | 'screen';

/** Inputs that take no letters leave shortcuts working. */
const WITHOUT_LETTERS = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file'];

type FocusPlace = {
  tagName: string;
  type?: string;
  isContentEditable?: boolean;
};

export function placeOf(focused: FocusPlace | null, hasDialog: boolean): KeyPlace {
  if (hasDialog) return 'dialog';
  if (!focused) return 'screen';
  const { tagName, type = '', isContentEditable } = focused;
  const isField =
    isContentEditable === true ||
    ['TEXTAREA', 'SELECT'].includes(tagName) ||
    (tagName === 'INPUT' && !WITHOUT_LETTERS.includes(type));
  return isField ? 'field' : 'screen';
}
