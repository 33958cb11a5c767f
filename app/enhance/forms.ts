import { dropDraft } from './drafts.ts';
import { showMap } from './map.ts';
import { showOwnStanding } from './own-standing.ts';
import { showToast } from './toast.ts';

/**
 * Sends public forms without leaving the page. The answer is the page itself, as without script,
 * and its main part replaces the old one; thanks are also shown as a toast. Each message has a
 * fresh key, which its retries reuse.
 */
export function sendForms(): void {
  let key = '';
  if (document.querySelector('[data-asks]'))
    history.replaceState(history.state, '', location.pathname);
  document.addEventListener('input', () => (key = ''));
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.publicForm === undefined) return;
    event.preventDefault();
    if (form.ariaBusy) return;
    if (form.method === 'get') return void ask(form);
    key ||= newKey();
    void send(form, key);
  });
}

/**
 * Asks without the answers in the address, which would stay in the history of a shared computer;
 * one that was opened with them forgets them.
 */
async function ask(form: HTMLFormElement): Promise<void> {
  const query = new URLSearchParams(
    [...new FormData(form)].map(([name, value]) => [name, String(value)]),
  );
  form.ariaBusy = 'true';
  try {
    const response = await fetch(`${form.action}?${query}&${form.dataset.asks}=1`, {
      cache: 'no-store',
    });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const [main, fresh] = [document.querySelector('main'), page.querySelector('main')];
    if (!main || !fresh?.querySelector('[data-asks]')) return tellFailure(form);
    main.replaceChildren(...fresh.childNodes);
    document.title = page.title;
    main.querySelector<HTMLElement>('[autofocus]')?.focus();
    void showOwnStanding();
  } catch {
    tellFailure(form);
  } finally {
    form.ariaBusy = null;
  }
}

async function send(form: HTMLFormElement, key: string): Promise<void> {
  const button = form.querySelector('button[type=submit]');
  form.ariaBusy = 'true';
  button?.setAttribute('aria-busy', 'true');
  try {
    const body = new URLSearchParams(
      [...new FormData(form)].map(([name, value]) => [name, String(value)]),
    );
    const response = await fetch(location.pathname, {
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': key },
    });
    show(new DOMParser().parseFromString(await response.text(), 'text/html'), form);
  } catch {
    tellFailure(form);
  } finally {
    form.ariaBusy = null;
    button?.removeAttribute('aria-busy');
  }
}

function show(page: Document, form: HTMLFormElement): void {
  const [main, fresh] = [document.querySelector('main'), page.querySelector('main')];
  const answer = fresh?.querySelector<HTMLElement>('[data-answer]');
  if (!main || !fresh || !answer) return tellFailure(form);
  if (!('bad' in answer.dataset)) dropDraft(form);
  main.replaceChildren(...fresh.childNodes);
  answer.focus();
  // An error already has the focus and is announced only once.
  if (!('bad' in answer.dataset)) showToast(answer.dataset.answer ?? '');
  showMap();
}

/**
 * There was no answer, or not one that the page understands: says so in place and keeps the input.
 */
function tellFailure(form: HTMLFormElement): void {
  const sentence = form.dataset.publicForm ?? '';
  const place = form.querySelector('.form-failure') ?? document.createElement('p');
  place.className = 'form-failure';
  place.textContent = sentence;
  form.append(place);
  showToast(sentence, true);
}

/** randomUUID exists on https and localhost only. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('');
