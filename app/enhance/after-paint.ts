/**
 * Runs it once the complete document has been painted, so that what it loads does not share a slow
 * connection with style, type and picture.
 */
export function afterPaint(run: () => void): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => wait(run));
  else wait(run);
}

/** A page in a background tab is not painted. */
function wait(run: () => void): void {
  if (document.hidden) return run();
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    run();
  });
  observer.observe({ type: 'paint', buffered: true });
}
