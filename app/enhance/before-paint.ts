/** Runs before the first paint of a public page, and loads the main script after it. */
import { afterPaint } from './after-paint.ts';
import { setFirstLook } from './first-look.ts';
import { showPicture } from './pictures.ts';

setFirstLook();
afterPaint(loadMain);

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
