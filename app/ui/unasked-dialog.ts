import { SECOND_MS } from '#domain/constants.ts';

/** For so long nobody has read it yet: keys belong to what was done before. */
const PAUSE_MS = SECOND_MS;
const WRITING =
  'textarea, [contenteditable="true"], input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit])';

/**
 * Opens a dialog that nobody has asked for. Whoever is typing goes on typing: the focus stays where
 * it is until a second has passed without a key, and comes back with the next letter. Until then,
 * and on the dialog's heading, no key closes it. Returns what ends this.
 */
export function showUnasked(dialog: HTMLDialogElement): () => void {
  const field = findWriting();
  const canStay = field !== null && !field.closest('dialog');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDeaf = true;

  const wait = () => {
    isDeaf = true;
    clearTimeout(timer);
    timer = setTimeout(settle, PAUSE_MS);
  };
  const settle = () => {
    isDeaf = false;
    if (!dialog.matches(':modal')) showModal(dialog);
  };
  const goOnTyping = (event: KeyboardEvent) => {
    if (canStay) {
      dialog.close();
      // Without the focus, which `show` would take.
      dialog.setAttribute('open', '');
      field.focus();
      return wait();
    }
    event.preventDefault();
    if (field) insert(field, event.key);
  };
  const onKey = (event: KeyboardEvent) => {
    if (!dialog.open) return;
    const isInside = dialog.contains(document.activeElement);
    if (!isInside) return wait();
    const isOnControl = document.activeElement?.matches('button, a[href]') ?? false;
    if (isLetter(event) && !isOnControl) return goOnTyping(event);
    if (isDeaf) event.preventDefault();
  };

  if (canStay) dialog.setAttribute('open', '');
  else showModal(dialog);
  wait();
  document.addEventListener('keydown', onKey, true);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKey, true);
  };
}

function findWriting(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement.matches(WRITING)
    ? activeElement
    : null;
}

/** The heading has the focus, not a button: a space that was meant for a text presses nothing. */
function showModal(dialog: HTMLDialogElement): void {
  dialog.removeAttribute('open');
  dialog.showModal();
  const heading = dialog.querySelector('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Behind a second dialog no field can have the focus, but it can have the letter. */
function insert(field: HTMLElement, letter: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const end = field.value.length;
  field.setRangeText(letter, end, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
