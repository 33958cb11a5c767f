import { HONEYPOT } from '#domain/constants.ts';
import { dropVisitorDrafts, readDrafts, writeDrafts } from '#app/storage/local-storage.ts';

/** Milliseconds without a key press after which the input is stored. */
const PAUSE_MS = 400;
type Control = HTMLInputElement | HTMLTextAreaElement;

let waiting: HTMLFormElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps what is typed into a public form on this device until it is sent or a day has passed, even
 * if the tab is closed or the battery dies.
 */
export function saveDrafts(): void {
  dropVisitorDrafts();
  document.querySelectorAll<HTMLFormElement>('[data-draft]').forEach(restore);
  document.addEventListener('input', ({ target }) => {
    const form = (target as Control).form;
    if (!form?.dataset.draft) return;
    waiting = form;
    clearTimeout(timer);
    timer = setTimeout(write, PAUSE_MS);
  });
  addEventListener('pagehide', write);
}

/** After sending: nothing of it stays on this device. */
export function dropDraft(form: HTMLFormElement): void {
  waiting = null;
  writeDrafts(form.dataset.draft!, []);
}

function write(): void {
  if (!waiting) return;
  const values = Object.fromEntries(controlsOf(waiting).map(({ name, value }) => [name, value]));
  writeDrafts(waiting.dataset.draft!, [{ values, savedAt: Date.now() }]);
  waiting = null;
}

function restore(form: HTMLFormElement): void {
  const answer = document.querySelector<HTMLElement>('[data-answer]');
  // Sent before this script had loaded.
  if (answer && !('bad' in answer.dataset)) return dropDraft(form);
  const [draft] = readDrafts(form.dataset.draft!);
  if (draft)
    for (const control of controlsOf(form)) control.value ||= draft.values[control.name] ?? '';
}

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>('input, textarea')].filter(({ name }) => name !== HONEYPOT);
