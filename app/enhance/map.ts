/** Inserts the map frame over its plain link when its place scrolls into view. */
export function showMap(): void {
  const place = document.querySelector<HTMLElement>('[data-map]');
  if (!place) return;
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    const frame = document.createElement('iframe');
    frame.title = place.dataset.title ?? '';
    frame.src = place.dataset.map ?? '';
    place.append(frame);
    // Pressing Tab backwards into a frame does not scroll to it if nothing in it takes the focus.
    addEventListener('blur', () => {
      if (document.activeElement === frame) frame.scrollIntoView({ block: 'nearest' });
    });
  });
  watcher.observe(place);
}
