/**
 * Runs before the first paint of a portal screen. An account screen can be filled in before React
 * has loaded, so React and the portal's style sheet come after that paint.
 */
import { afterPaint } from './after-paint.ts';
import { takeEarlySubmits } from './early-submit.ts';
import { setFirstLook } from './first-look.ts';

setFirstLook();
takeEarlySubmits();
afterPaint(loadScreen);

/** What app/later.ts has set aside; elsewhere, nothing. */
function loadScreen(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]'))
    link.rel = link.dataset.rel!;
  for (const inert of document.querySelectorAll<HTMLScriptElement>('script[type=later]')) {
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = inert.nonce;
    script.text = inert.text;
    inert.replaceWith(script);
  }
}
