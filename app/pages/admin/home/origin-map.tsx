import { REGIONS, ZONES, type Region } from '#domain/regions.ts';
import { paths } from '#app/paths.ts';
import { TileMap } from '#app/features/regions/tile-map.tsx';
import mapCss from '#app/features/regions/tile-map.module.css';
import css from './admin-home.module.css';
import { adminHomeLabels, figure } from './labels.ts';

type Props = { counts: Record<Region, number> };

type MapProps = Props & {
  /** What is counted, of its lists too. */ filters: Record<string, string>;
};

/** The tile map with a figure in each region. */
export const OriginMap = ({ counts, filters }: MapProps) => (
  <section aria-labelledby="origin" className={css.part}>
    <h2 id="origin">{adminHomeLabels.origin}</h2>
    <div className={css.map}>
      <TileMap
        label={adminHomeLabels.mapLabel}
        figures={counts}
        linkTo={(region) => paths.submissions({ ...filters, region })}
      />
    </div>
    <p className="note">{adminHomeLabels.mapNote}</p>
  </section>
);

/** The totals of the zones, and the key to the colours of the map. */
export const ZoneSums = ({ counts }: Props) => (
  <section aria-labelledby="zones" className={css.part}>
    <h2 id="zones">{adminHomeLabels.zones}</h2>
    <ZoneTable counts={counts} />
  </section>
);

function ZoneTable({ counts }: Props) {
  const all = REGIONS.reduce((sum, region) => sum + counts[region], 0);
  return (
    <table className={css.figures} aria-labelledby="zones">
      <thead>
        <tr>
          <th scope="col">{adminHomeLabels.zone}</th>
          <th scope="col">{adminHomeLabels.count}</th>
        </tr>
      </thead>
      <tbody>
        {ZONES.map((zone, index) => {
          const count = zone.regions.reduce((sum, region) => sum + counts[region], 0);
          return (
            <tr key={zone.name} data-zone={index}>
              <th scope="row">
                <span className={css.zone}>
                  <span className={mapCss.swatch} data-zone={index} aria-hidden="true" />
                  <span>{zone.name}</span>
                </span>
              </th>
              <td>
                <b>{figure(count)}</b>{' '}
                <span>{all > 0 ? `${Math.round((count / all) * 100)}%` : ''}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
