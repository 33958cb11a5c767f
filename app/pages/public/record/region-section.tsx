import type { PublicRecord } from '#domain/judging/record-schema.ts';
import type { Region } from '#domain/regions.ts';
import { recordPage } from '#content/record.ts';
import { TileMap } from '#app/features/regions/tile-map.tsx';
import css from './record.module.css';

type Row = PublicRecord['regions'][number];

const byRegion = <V,>(rows: readonly Row[], read: (row: Row) => V): Record<Region, V> =>
  Object.fromEntries(rows.map((row) => [row.region, read(row)])) as Record<Region, V>;

/** Where proposals came from and what became of them; small numbers are not shown. */
export function RegionSection({ record }: { record: PublicRecord }) {
  const { regions, rounds } = record;
  const isOut = rounds.some(({ released_at }) => released_at !== null);
  return (
    <section className={css.section} aria-labelledby="regions">
      <h2 id="regions">{recordPage.regions}</h2>
      <div className={css.regions}>
        <TileMap
          label={recordPage.map}
          figures={byRegion(regions, ({ received }) => received)}
          unshown={recordPage.few}
          {...(isOut && {
            notes: byRegion(regions, ({ selected }) =>
              selected > 0 ? recordPage.selectedOf(selected) : '',
            ),
          })}
        />
        <div>
          <p>{recordPage.fewText}</p>
          <details className="fold">
            <summary>{recordPage.table}</summary>
            <RegionTable record={record} isOut={isOut} />
          </details>
        </div>
      </div>
    </section>
  );
}

const figure = (count: number | null | undefined) =>
  count === null || count === undefined ? recordPage.few : count.toLocaleString('en-GB');

const shareOf = ({ received, selected }: Row) =>
  received ? `${Math.round((selected / received) * 100)}%` : '–';

function RegionTable({
  record: { regions, rounds },
  isOut,
}: {
  record: PublicRecord;
  isOut: boolean;
}) {
  return (
    // It scrolls sideways on a phone, so the keyboard must reach it.
    <div className={css.wide} tabIndex={0} role="region" aria-label={recordPage.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">{recordPage.region}</th>
            <th scope="col">{recordPage.receivedShort}</th>
            {rounds.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            {isOut && <th scope="col">{recordPage.selectedShort}</th>}
            {isOut && <th scope="col">{recordPage.share}</th>}
          </tr>
        </thead>
        <tbody>
          {regions.map((row) => (
            <tr key={row.region}>
              <th scope="row">{row.region}</th>
              <td>{figure(row.received)}</td>
              {rounds.map(({ id }) => (
                <td key={id}>{figure(row.entered[id])}</td>
              ))}
              {isOut && <td>{figure(row.selected)}</td>}
              {isOut && <td>{shareOf(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
