import { Link } from 'react-router';
import { ZONES, type Region, type Zone } from '#domain/regions.ts';
import css from './tile-map.module.css';

/**
 * Roughly the positions of the regions: six rows, offset like bricks, from the north to the coast.
 */
const ROWS: readonly (readonly Region[])[] = [
  ['Upper West', 'Upper East', 'North East'],
  ['Savannah', 'Northern'],
  ['Bono', 'Bono East', 'Oti'],
  ['Ahafo', 'Ashanti', 'Volta'],
  ['Western North', 'Eastern'],
  ['Western', 'Central', 'Greater Accra'],
];

/** The row of a zone in the schedule. */
export const zoneAnchor = ({ name }: Zone): string => name.toLowerCase().replace(/\W+/g, '-');

const zoneOf = (region: Region): number =>
  ZONES.findIndex(({ regions }) => regions.includes(region));

type Props = {
  /** Describes the list to screen readers. */
  label: string;
  /** A figure for each region, such as its number of proposals; without it, names only. */
  figures?: Partial<Record<Region, number | null>>;
  /** In the place of a figure that is not shown. */
  unshown?: string;
  /** A line below the figure. */
  notes?: Partial<Record<Region, string>>;
  /** The link of a tile within the portal. */
  linkTo?: (region: Region) => string;
  /**
   * The trek's page, or '' on that page itself: tiles say when the trek visits and link to their
   * rows.
   */
  schedule?: string;
};

/**
 * One of four strengths, which distinguish few from many at a glance: none, the lowest third, and
 * so on.
 */
function strengthOf(count: number | null | undefined, most: number): number {
  // A number that is not shown is a small one.
  return count === null ? 1 : Math.ceil(((count ?? 0) / most) * 3);
}

type Count = { count: number | null | undefined; unshown: string | undefined };

const Figure = ({ count, unshown }: Count) =>
  count === null ? <small>{unshown}</small> : <b>{(count ?? 0).toLocaleString('en-GB')}</b>;

/**
 * Ghana's sixteen regions as tiles, coloured by the trek's five zones: real text, a list to a
 * screen reader. By hand, because a chart library is larger than all screens together, and draws
 * what a screen reader cannot read.
 */
export function TileMap({ label, figures, unshown, notes, linkTo, schedule }: Props) {
  const most = Math.max(1, ...Object.values(figures ?? {}).map(Number));
  return (
    <ul className={css.map} aria-label={label}>
      {ROWS.flatMap((row) =>
        row.map((region, place) => (
          <li
            key={region}
            className={css.tile}
            data-zone={zoneOf(region)}
            data-first={place === 0 && row.length === 2 ? '' : undefined}
            data-strength={figures && strengthOf(figures[region], most)}
          >
            {linkTo && (
              <Link className="cover" to={linkTo(region)}>
                {region}
              </Link>
            )}
            {schedule !== undefined && (
              <a className="cover" href={`${schedule}#${zoneAnchor(ZONES[zoneOf(region)]!)}`}>
                <span>{region}</span> <small>{ZONES[zoneOf(region)]!.dates}</small>
              </a>
            )}
            {!linkTo && schedule === undefined && <span>{region}</span>}
            {figures && <Figure count={figures[region]} unshown={unshown} />}
            {notes?.[region] && <small>{notes[region]}</small>}
          </li>
        )),
      )}
    </ul>
  );
}
