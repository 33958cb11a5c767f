import { SCREEN } from '#domain/constants.ts';

/** The scroll-to-top button shows after 300 px. */
export function showToTop(): void {
  const button = document.querySelector<HTMLAnchorElement>('[data-to-top]');
  if (!button) return;
  const look = () => (button.hidden = window.scrollY <= SCREEN.scrollToTopPixels);
  button.addEventListener('click', (event) => {
    event.preventDefault();
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
  addEventListener('scroll', look, { passive: true });
  look();
}
