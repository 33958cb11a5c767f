/**
 * What was typed before React has taken over a form survives even where React has to render it
 * anew: translators and other extensions may have changed the page meanwhile.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let typed = new Map<string, string>();
let focused = '';
let wasSubmitted = false;

const isField = (element: EventTarget | null): element is Field =>
  (element instanceof HTMLInputElement && !['hidden', 'file'].includes(element.type)) ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;
const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
const valueOf = (field: Field): string => (isBox(field) ? String(field.checked) : field.value);
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(isField).filter(({ name }) => name !== '');

function note({ target }: { target: EventTarget | null }): void {
  if (isField(target) && target.name && target.form?.dataset.hydrates !== undefined)
    typed.set(target.name, valueOf(target));
}

/** Before React begins: notes what is there, and what is typed until a form is taken over. */
export function noteEarlyInput(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-hydrates]')) {
    wasSubmitted ||= form.dataset.early !== undefined;
    for (const field of fieldsOf(form))
      if (valueOf(field) !== (isBox(field) ? 'false' : '')) note({ target: field });
  }
  document.addEventListener('input', note, true);
  const { activeElement } = document;
  if (isField(activeElement)) focused = activeElement.name;
}

/** Called once by the component of the form, when it is in the page. */
export function restoreEarlyInput(form: HTMLFormElement): void {
  document.removeEventListener('input', note, true);
  const values = typed;
  typed = new Map();
  for (const field of fieldsOf(form)) {
    const value = values.get(field.name);
    if (value === undefined || value === valueOf(field)) continue;
    if (isBox(field)) field.click();
    else fill(field, value);
  }
  const place =
    focused && document.activeElement === document.body && form.elements.namedItem(focused);
  if (place instanceof HTMLElement) place.focus();
  if (wasSubmitted && form.dataset.early === undefined) form.dataset.early = '';
  focused = '';
  wasSubmitted = false;
}

/** By the element's own setter, so that React takes it for typed. */
function fill(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
