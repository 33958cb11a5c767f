import { Bars } from '#app/ui/bars.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import css from './loading-view.module.css';

/** The steps, a note, and the first fields, before they are there. */
export const FormLoading = ({ label }: { label: string }) => (
  <Skeleton label={label} rows={4} isForm>
    <div className={css.steps}>
      <Bars kind="text" count={2} />
    </div>
    <Bars kind="title" />
  </Skeleton>
);

/** The program and its deadline: as many lines as on most phones, and as on a laptop. */
export const LeadLoading = () => (
  <span className={css.lead}>
    <Bars kind="text" count={4} />
  </span>
);
