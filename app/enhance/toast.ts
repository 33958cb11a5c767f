import { SCREEN } from '#domain/constants.ts';
import { takeFlash } from '#app/storage/tab-storage.ts';

/** The toast of app/ui/toast.css: top right, hidden after 5000 ms unless a pointer is over it. */
export function showToast(message: string, isError = false): void {
  document.querySelector('.toasts')?.remove();
  const place = document.createElement('div');
  place.className = 'toasts';
  place.innerHTML = `<div class="toast${isError ? ' toast-error' : ''}" role="${isError ? 'alert' : 'status'}"><p></p></div>`;
  document.body.append(place);
  // Filled after it is in the document: a status is announced only when it changes.
  requestAnimationFrame(() => (place.querySelector('p')!.textContent = message));
  const close = () =>
    place.matches(':hover') ? void setTimeout(close, SCREEN.toastMs) : place.remove();
  setTimeout(close, SCREEN.toastMs);
}

/** A sentence left by the page before, such as 'You have been logged out.' */
export function showFlash(): void {
  const message = takeFlash();
  if (message) showToast(message);
}
