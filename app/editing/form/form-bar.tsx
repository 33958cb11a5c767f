import type { ReactNode } from 'react';
import css from './form-bar.module.css';

/** The buttons of a long form: at the lower edge of the window until its end is reached. */
export const FormBar = ({ children }: { children: ReactNode }) => (
  <div className={css.bar}>{children}</div>
);
