import { SCREEN } from '#domain/constants.ts';

/**
 * Advances the testimonials every 7000 ms: not while hovered, focused, out of sight, paused, or
 * where motion is unwanted.
 */
export function turnCarousel(): void {
  const place = document.querySelector<HTMLElement>('[data-carousel]');
  const row = place?.querySelector<HTMLElement>('[data-row]');
  const controls = place?.querySelector<HTMLElement>('[data-controls]');
  const toggle = controls?.querySelector<HTMLButtonElement>('[data-toggle]');
  if (!place || !row || !controls || !toggle || row.scrollWidth <= row.clientWidth) return;

  let isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const show = () =>
    (toggle.textContent = (isPaused ? toggle.dataset.play : toggle.dataset.pause) ?? '');
  const step = (direction: number) => {
    const end = row.scrollWidth - row.clientWidth;
    const isForward = direction > 0;
    const otherEnd = isForward ? 0 : end;
    const isPast = isForward ? row.scrollLeft >= end - 2 : row.scrollLeft <= 2;
    row.scrollTo({ left: isPast ? otherEnd : row.scrollLeft + direction * row.clientWidth });
  };

  controls.hidden = false;
  show();
  toggle.addEventListener('click', () => {
    isPaused = !isPaused;
    show();
  });
  for (const button of controls.querySelectorAll<HTMLButtonElement>('[data-step]'))
    button.addEventListener('click', () => step(Number(button.dataset.step)));
  setInterval(() => {
    const isHeld = place.matches(':hover, :focus-within') || document.hidden;
    if (!isPaused && !isHeld) step(1);
  }, SCREEN.carouselMs);
}
