/**
 * A press on a form's button before React has come is not lost: the button says what goes on, and
 * the form is sent once it can be (`resumeEarlySubmit`).
 */

const NOT_LOADED = 'No connection. Check your network, then load this page again.';

/** Before the first paint. Forms that React has taken over (`ready`) are left to it. */
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
  // A script of the page did not come: nothing would ever answer the press.
  const fail = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return;
    hasFailed = true;
    giveUp();
  };
  addEventListener('error', fail, true);
}

/** For the form's component, once it handles presses itself. Submits what was pressed before. */
export function resumeEarlySubmit(form: HTMLFormElement): void {
  form.dataset.ready = '';
  if (form.dataset.early === undefined) return;
  delete form.dataset.early;
  showBusy(form, false);
  form.requestSubmit();
}

function showBusy(form: HTMLFormElement, isBusy: boolean): void {
  const button = form.querySelector<HTMLElement>('button[type=submit]');
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
