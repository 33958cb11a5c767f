/** Links that carry `data-dialog` open the dialog they point at as a modal; `data-close` closes it. Focus goes back by itself. */
export function openDialogs(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-dialog], a[data-close]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.matches('[data-close]')) return link.closest('dialog')?.close();
    const dialog = document.querySelector(link.hash);
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  });
}
