import { Logo } from '#app/brand/logo.tsx';
import css from './splash.module.css';

/**
 * Lies over the page only while the first script says so: never without script, never later than
 * 1.5 s after navigation start.
 */
export function Splash() {
  return (
    <div className={css.splash} data-splash="" aria-hidden="true">
      <Logo />
      <span className={css.ring} />
    </div>
  );
}
