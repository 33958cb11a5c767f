import { shellLabels } from './labels.ts';
import css from './skip-link.module.css';

/** The first link of a page, visible once it has the focus. */
export const SkipLink = () => (
  <a className={css.skip} href="#main">
    {shellLabels.skip}
  </a>
);
