/**
 * Links with `data-dialog` open the dialog that they point to as a modal; `data-close` closes it.
 * Focus returns automatically. In Firefox 97, which has no dialogs, they are followed as links.
 */
export function openDialogs(): void {
  if (!('HTMLDialogElement' in window)) return;
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[data-dialog], a[data-close]')
        : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const dialog = link.matches('[data-close]')
      ? link.closest('dialog')
      : document.querySelector(link.hash);
    // A dialog that is shown only because of its address (:target) is closed by its address: the
    // link itself leads away.
    if (!(dialog instanceof HTMLDialogElement) || (link.matches('[data-close]') && !dialog.open))
      return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else dialog.showModal();
  });
  addEventListener('hashchange', promoteTarget);
  promoteTarget();
}

/**
 * A dialog opened by the address, before this script or without a click, becomes a modal, so that
 * Escape and Close work.
 */
function promoteTarget(): void {
  const { hash } = location;
  const opener = [...document.querySelectorAll<HTMLAnchorElement>('a[data-dialog]')].find(
    (link) => link.hash === hash,
  );
  const dialog = document.getElementById(hash.slice(1));
  if (!opener || !(dialog instanceof HTMLDialogElement)) return;
  // Clears the fragment: a dialog that is still its target would stay visible after closing.
  const close = dialog.querySelector<HTMLAnchorElement>('a[data-close]');
  if (close) location.replace(close.hash);
  opener.focus();
  dialog.showModal();
}
