import { Logo } from '#app/brand/logo.tsx';
import { classNames } from '#app/ui/class-names.ts';
import ring from '#app/ui/ring.module.css';
import css from './splash.module.css';

/**
 * Covers the page only as long as the first script says so: never without script, never later than
 * 1.5 s after navigation start.
 */
export function Splash() {
  return (
    <div className={css.splash} data-splash="" aria-hidden="true">
      <Logo />
      <span className={classNames(ring.ring, css.ring)} />
    </div>
  );
}
