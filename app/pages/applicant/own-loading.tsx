import { Bars, Placeholder } from '#app/ui/placeholder.tsx';
import css from '#app/features/proposals/own/own-proposal.module.css';

/** A proposal's answers and its standing, before they are there. */
export const OwnLoading = () => (
  <Placeholder label="Loading your proposal">
    <div className={css.standing}>
      <Bars kind="title" />
      <Bars kind="text" count={2} />
      <Bars kind="fact" count={2} />
    </div>
    <div className={css.columns}>
      <Bars kind="text" />
      <div>
        <Bars kind="title" />
        <Bars kind="fact" count={4} />
      </div>
      <div>
        <Bars kind="title" />
        <Bars kind="text" count={2} />
        <Bars kind="fact" count={3} />
      </div>
    </div>
  </Placeholder>
);
