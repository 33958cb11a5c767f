const AHEAD = '120px';

/**
 * Loads the pictures inside a <noscript> (app/features/posts/picture.tsx) when they come into view,
 * or when the page is printed.
 */
export function showPictures(): void {
  const pictures = document.querySelectorAll('[data-picture]');
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        showPicture(target);
      }
    },
    { rootMargin: AHEAD },
  );
  for (const picture of pictures) watcher.observe(picture);
  addEventListener('beforeprint', () => {
    pictures.forEach(showPicture);
    // Pictures out of view would keep waiting; printing only waits for those that are loading.
    for (const picture of document.images) picture.loading = 'eager';
  });
}

export function showPicture(place: Element): void {
  const waiting = place.querySelector('noscript');
  waiting?.insertAdjacentHTML('afterend', waiting.textContent ?? '');
  waiting?.remove();
  const picture = place.querySelector('img');
  const tell = () => place.setAttribute('data-loaded', '');
  if (picture?.complete && picture.naturalWidth) tell();
  picture?.addEventListener('load', tell);
}
