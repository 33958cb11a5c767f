/**
 * Runs before the first paint. Marks a signed-in visitor; shows the splash once in a visit, till
 * 1.5 s after navigation start.
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

// The other script never came: pictures that wait for it are left to the browser's own lazy
// loading.
addEventListener(
  'load',
  () => page.dataset.enhanced ?? document.querySelectorAll('[data-picture]').forEach(showPicture),
);

function isFirstPage(): boolean {
  try {
    const isFirst = !sessionStorage.getItem(SEEN);
    sessionStorage.setItem(SEEN, '1');
    return isFirst;
  } catch {
    return false;
  }
}
