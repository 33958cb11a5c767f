import type { ReactNode } from 'react';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import css from './form-bar.module.css';

/** The buttons of a long form, below it and always in sight. */
export const FormBar = ({ children }: { children: ReactNode }) => (
  <div ref={watchBarHeight} className={`${css.bar} row`}>
    {children}
  </div>
);
