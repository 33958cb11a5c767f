import { ZONES } from '#domain/regions.ts';
import './zone-highlight.css';
import css from './tile-map.module.css';
import { TileMap } from './tile-map.tsx';

type Props = { label: string; columns: readonly string[] };

/** The regional schedule beside the tile map; a tile and its row light each other up. */
export function TrekSchedule({ label, columns }: Props) {
  return (
    <div className={`${css.place} trek`}>
      <TileMap label={label} />
      <table className={css.schedule}>
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
          {ZONES.map((zone, index) => (
            <tr key={zone.name} data-zone={index}>
              <th scope="row">
                <span className={css.zone}>
                  <span className={css.swatch} data-zone={index} aria-hidden="true" />
                  {zone.name}
                </span>
              </th>
              <td>{zone.regions.join(', ')}</td>
              <td>{zone.dates}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
