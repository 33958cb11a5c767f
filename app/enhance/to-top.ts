import { SCREEN } from '#domain/constants.ts';

/** The scroll-to-top button appears after 300 px; on phones it replaces the name. */
export function showToTop(): void {
  const button = document.querySelector<HTMLAnchorElement>('[data-to-top]');
  if (!button) return;
  const look = () => {
    button.hidden = window.scrollY <= SCREEN.scrollToTopPixels;
    document.documentElement.toggleAttribute('data-scrolled', !button.hidden);
  };
  button.addEventListener('click', (event) => {
    event.preventDefault();
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
  addEventListener('scroll', look, { passive: true });
  look();
}
