import { paths } from '#app/paths.ts';
import { submitLabels } from './labels.ts';
import css from './making-pdf-link.module.css';

/** The page on making PDFs, beside a field for one; if one was refused, what to do about it. */
export const MakingPdfLink = ({ isRefused }: { isRefused: boolean }) => (
  <p className={css.help}>
    <a href={isRefused ? paths.refusedPdf : paths.makingPdf} target="_blank" rel="noreferrer">
      {isRefused ? submitLabels.refusedPdf : submitLabels.makingPdf}
    </a>
  </p>
);
