/**
 * Runs before the first paint. Marks signed-in visitors; shows the splash once per visit, until 1.5
 * s after navigation start. Loads the main script after that paint, so that the two do not share a
 * slow connection with style, type and picture.
 */
import { SCREEN } from '#domain/constants.ts';
import { hasProfile } from '#app/storage/local-storage.ts';
import { showPicture } from './pictures.ts';

const page = document.documentElement;
const SEEN = 'splash-seen';

if (hasProfile(Date.now())) page.dataset.signedIn = '';

const left = SCREEN.splashMs - performance.now();
const isPainted = performance.getEntriesByType('paint').length > 0;
if (left > 0 && !isPainted && isFirstPage()) {
  page.dataset.splash = '';
  setTimeout(() => delete page.dataset.splash, left);
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', afterPaint);
else afterPaint();

function isFirstPage(): boolean {
  try {
    const isFirst = !sessionStorage.getItem(SEEN);
    sessionStorage.setItem(SEEN, '1');
    return isFirst;
  } catch {
    return false;
  }
}

/** A page in a background tab is not painted. */
function afterPaint(): void {
  if (document.hidden) return loadMain();
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    loadMain();
  });
  observer.observe({ type: 'paint', buffered: true });
}

function loadMain(): void {
  const own = document.querySelector<HTMLElement>('script[data-then]');
  if (!own?.dataset.then) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = own.dataset.then;
  script.onerror = () => {
    delete own.dataset.then;
    // They wait for the main script.
    document.querySelectorAll('[data-picture]').forEach(showPicture);
  };
  document.head.append(script);
}
