/**
 * What a document looks like at first: marks signed-in visitors; shows the splash once per visit,
 * until 1.5 s after navigation start.
 */
import { SCREEN } from '#domain/constants.ts';
import { hasProfile } from '#app/storage/local-storage.ts';
import { SPLASH_SEEN } from '#app/storage/tab-storage.ts';

const page = document.documentElement;

export function setFirstLook(): void {
  if (hasProfile(Date.now())) page.dataset.signedIn = '';
  const left = SCREEN.splashMs - performance.now();
  const isPainted = performance.getEntriesByType('paint').length > 0;
  if (left <= 0 || isPainted || !isFirstPage()) return;
  page.dataset.splash = '';
  setTimeout(() => delete page.dataset.splash, left);
}

function isFirstPage(): boolean {
  try {
    const isFirst = !sessionStorage.getItem(SPLASH_SEEN);
    sessionStorage.setItem(SPLASH_SEEN, '1');
    return isFirst;
  } catch {
    return false;
  }
}
