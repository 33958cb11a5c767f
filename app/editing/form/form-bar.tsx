import type { ReactNode } from 'react';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import css from './form-bar.module.css';

/** The class of the form around the bar. */
export const barForm = css.form!;

/** The buttons of a long form, always in sight: below it, on a phone above it. */
export const FormBar = ({ children }: { children: ReactNode }) => (
  <div ref={watchBarHeight} className={css.bar}>
    {children}
  </div>
);
