const AHEAD = '120px';

/** Lets the pictures that wait in a <noscript> (app/ui/picture.tsx) load when they come into view. */
export function showPictures(): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const waiting = isIntersecting && target.querySelector('noscript');
        if (!waiting) continue;
        watcher.unobserve(target);
        waiting.insertAdjacentHTML('afterend', waiting.textContent ?? '');
        waiting.remove();
      }
    },
    { rootMargin: AHEAD },
  );
  for (const place of document.querySelectorAll('[data-picture]')) watcher.observe(place);
}
