import { Link } from 'react-router';
import { ZONES, type Region } from '#domain/regions.ts';
import css from './tile-map.module.css';

/** Roughly where the regions lie: six rows like bricks, from the north to the coast. */
const ROWS: readonly (readonly Region[])[] = [
  ['Upper West', 'Upper East', 'North East'],
  ['Savannah', 'Northern'],
  ['Bono', 'Bono East', 'Oti'],
  ['Ahafo', 'Ashanti', 'Volta'],
  ['Western North', 'Eastern'],
  ['Western', 'Central', 'Greater Accra'],
];

const zoneOf = (region: Region): number =>
  ZONES.findIndex(({ regions }) => regions.includes(region));

type Props = {
  /** Says what the list is, for those who cannot see it. */
  label: string;
  /** A figure for each region, such as its proposals; missing: names only. */
  figures?: Partial<Record<Region, number>>;
  /** Where a tile leads. */
  linkTo?: (region: Region) => string;
};

/**
 * Ghana's sixteen regions as tiles, coloured by the trek's five zones: real text, a list to a
 * screen reader. By hand: a library of charts weighs more than all screens together, and draws
 * what a screen reader cannot read.
 */
export function TileMap({ label, figures, linkTo }: Props) {
  return (
    <ul className={css.map} aria-label={label}>
      {ROWS.flatMap((row) =>
        row.map((region, place) => (
          <li
            key={region}
            className={css.tile}
            data-zone={zoneOf(region)}
            data-first={place === 0 && row.length === 2 ? '' : undefined}
          >
            {linkTo ? <Link to={linkTo(region)}>{region}</Link> : <span>{region}</span>}
            {figures && <b>{(figures[region] ?? 0).toLocaleString('en-GB')}</b>}
          </li>
        )),
      )}
    </ul>
  );
}
