import type { SectorFeature as Feature } from '#content/sectors/sector-page.ts';
import shared from '#app/shell/public/public-page.module.css';
import counted from '#app/ui/public/counted.module.css';
import css from './sector-feature.module.css';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The part of a sector that has its own format: a calendar, steps or a table. */
export function SectorFeature({ feature }: { feature: Feature }) {
  return (
    <section className={shared.section}>
      <h2>{feature.title}</h2>
      <p className={`${shared.lead} ${css.before}`}>{feature.lead}</p>
      {feature.kind === 'calendar' && <Calendar {...feature} />}
      {feature.kind === 'steps' && (
        <ol className={`${shared.cols} ${counted.counted} ${css.steps}`}>
          {feature.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {feature.kind === 'table' && <Table {...feature} />}
    </section>
  );
}

type CalendarFeature = Extract<Feature, { kind: 'calendar' }>;

function Calendar({ seasons, legend }: CalendarFeature) {
  return (
    <>
      <p className={css.legend}>
        <span aria-hidden="true" /> {legend}
      </p>
      <ul className={`${shared.cols} ${shared.four} ${css.calendar}`}>
        {seasons.map((season) => (
          <SeasonItem key={season.what} {...season} />
        ))}
      </ul>
    </>
  );
}

/** Twelve months in a row, each with its letter; those of the season are marked. */
const SeasonItem = ({ what, from, to, text }: CalendarFeature['seasons'][number]) => (
  <li>
    <h3>{what}</h3>
    <svg viewBox="0 0 239 40" aria-hidden="true">
      {MONTHS.map((month, place) => (
        <g key={month}>
          <rect
            x={place * 20}
            width="19"
            height="22"
            data-in={isWithin(place + 1, from, to) ? '' : undefined}
          />
          <text x={place * 20 + 9.5} y="37">
            {month[0]}
          </text>
        </g>
      ))}
    </svg>
    <p>
      <b>
        {MONTHS[from - 1]} to {MONTHS[to - 1]}.
      </b>{' '}
      {text}
    </p>
  </li>
);

/** Spans the new year if it ends before it begins. */
const isWithin = (month: number, from: number, to: number): boolean =>
  from <= to ? month >= from && month <= to : month >= from || month <= to;

type Columns = Pick<Extract<Feature, { kind: 'table' }>, 'columns' | 'rows'>;

function Table({ columns, rows }: Columns) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value) => (
              <td key={value}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
