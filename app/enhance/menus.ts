const SELECTOR = 'details[data-menu][open]';

/** Menus close on Escape, on a click outside and after a link is clicked. */
export function closeMenus(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const isLink = target.closest('a') !== null;
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(SELECTOR)) {
      if (isLink || !menu.contains(target)) menu.open = false;
    }
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    const menu = [...document.querySelectorAll<HTMLDetailsElement>(SELECTOR)].at(-1);
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
