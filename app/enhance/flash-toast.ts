import { takeFlash } from '#app/storage/flash.ts';
import { showToast } from './toast.ts';

/** A sentence left by the page before, such as 'You have been logged out.' */
export function showFlash(): void {
  const message = takeFlash();
  if (message) showToast(message);
}
