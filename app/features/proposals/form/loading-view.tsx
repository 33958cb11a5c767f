import { Bars, Placeholder } from '#app/ui/placeholder.tsx';
import css from './loading-view.module.css';

/** The steps, a note, and the first fields, before they are there. */
export const FormLoading = ({ label }: { label: string }) => (
  <Placeholder label={label}>
    <div className={css.steps}>
      <Bars kind="text" count={2} />
    </div>
    <Bars kind="title" />
    <Bars kind="field" count={4} />
  </Placeholder>
);

/** The program and its deadline: as many lines as on most phones, and as on a laptop. */
export const LeadLoading = () => (
  <span className={css.lead}>
    <Bars kind="text" count={4} />
  </span>
);
