import { ZONES } from '#domain/regions.ts';
import './zone-highlight.css';
import css from './schedule.module.css';
import mapCss from './tile-map.module.css';
import { TileMap, zoneAnchor } from './tile-map.tsx';

type Props = {
  label: string;
  columns: readonly string[];
};

/** The regional schedule beside the tile map; a tile and its row highlight each other. */
export function TrekSchedule({ label, columns }: Props) {
  return (
    <div className={`${css.place} trek`}>
      <TileMap label={label} schedule="" />
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
            <tr key={zone.name} id={zoneAnchor(zone)} data-zone={index}>
              <th scope="row">
                <span className={css.zone}>
                  <span className={mapCss.swatch} data-zone={index} aria-hidden="true" />
                  <span>{zone.name}</span>
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
