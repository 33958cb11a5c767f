import type { ReactNode } from 'react';
import css from './form-bar.module.css';

/** The buttons of a long form: where there is room at the lower edge of the window till its end. */
export const FormBar = ({ children }: { children: ReactNode }) => (
  <div className={css.bar}>{children}</div>
);
