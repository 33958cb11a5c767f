/**
 * A click on a form's button before React has loaded is not lost: the button says what is
 * happening, and the form is submitted as soon as possible (`resumeEarlySubmit`).
 */

import { PENDING_EMAIL } from '#app/storage/pending-email.ts';

const NOT_LOADED = 'No connection. Check that you are online, then load this page again.';

/** Before the first paint. Ignores forms that React has taken over (`ready`). */
export function takeEarlySubmits(): void {
  let hasFailed = false;
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.hydrates === undefined) return;
    if (form.dataset.ready !== undefined) return;
    event.preventDefault();
    form.dataset.early = '';
    showBusy(form, true);
    if (hasFailed) giveUp();
  });
  // A script of the page failed to load: nothing would ever handle the click.
  const fail = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return;
    hasFailed = true;
    giveUp();
  };
  addEventListener('error', fail, true);
  addEventListener('click', keepEarlyEmail);
}

/** An address typed before React has loaded goes along to the screen for a new password. */
function keepEarlyEmail({ target }: Event): void {
  if (!(target as Element).closest('a[href^="/forgot"]')) return;
  const field = document.querySelector<HTMLInputElement>('form:not([data-ready]) [type=email]');
  if (field?.value) sessionStorage.setItem(PENDING_EMAIL, field.value);
}

/** Called by the form's component once it handles clicks itself. Submits an earlier click. */
export function resumeEarlySubmit(form: HTMLFormElement): void {
  form.dataset.ready = '';
  if (form.dataset.early === undefined) return;
  delete form.dataset.early;
  showBusy(form, false);
  submitButton(form)?.click();
}

const submitButton = (form: HTMLFormElement) =>
  form.querySelector<HTMLElement>('button[type=submit]');

function showBusy(form: HTMLFormElement, isBusy: boolean): void {
  const button = submitButton(form);
  if (!button) return;
  button.ariaBusy = isBusy ? 'true' : null;
  button.ariaLabel = isBusy ? (button.dataset.busyLabel ?? null) : null;
}

function giveUp(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-early]');
  if (!form) return;
  delete form.dataset.early;
  showBusy(form, false);
  const sentence = form.querySelector('.form-failure') ?? document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.className = 'form-failure';
  sentence.textContent = NOT_LOADED;
  form.append(sentence);
}
