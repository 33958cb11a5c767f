import { readToken } from '#app/storage/local-storage.ts';

/**
 * Apply links carry the server's decision in `data-apply`, independent of the visitor's clock.
 * Closed: Application Closed. Open without a token: Login Required. Open with a token: the form,
 * where the server checks again, because the page may have been open for long. Without dialogs, as
 * in Firefox 97, the link is followed.
 */
export function openApplyDialogs(): void {
  if (!('HTMLDialogElement' in window)) return;
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[data-apply]')
        : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.apply === 'closed') return open('application-closed');
    const form = link.dataset.form ?? '/dashboard';
    if (readToken()) return location.assign(form);
    document
      .querySelector<HTMLAnchorElement>('#login-required a')
      ?.setAttribute('href', `/login?next=${encodeURIComponent(form)}`);
    open('login-required');
  });
}

function open(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}
