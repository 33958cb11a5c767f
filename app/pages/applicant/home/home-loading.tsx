import { Bars, Placeholder } from '#app/ui/placeholder.tsx';
import css from './applicant-home.module.css';
import { applicantHomeLabels } from './labels.ts';

const ROWS = [1, 2, 3];

/** Some proposals and the next deadline, before they are there. */
export const HomeLoading = () => (
  <Placeholder label={applicantHomeLabels.loading}>
    <div className={css.own}>
      <Bars kind="title" />
      <ul className="bare">
        {ROWS.map((row) => (
          <li key={row}>
            <div>
              <div>
                <Bars kind="text" count={2} />
              </div>
            </div>
            <Bars kind="text" />
            <Bars kind="text" />
          </li>
        ))}
      </ul>
    </div>
    <div className={`${css.next} row`}>
      <div>
        <Bars kind="text" />
        <Bars kind="title" />
        <Bars kind="text" />
      </div>
      <Bars kind="button" />
    </div>
  </Placeholder>
);
