import { REGIONS, ZONES, type Region } from '#domain/regions.ts';
import { paths } from '#app/paths.ts';
import { TileMap } from '#app/features/regions/tile-map.tsx';
import mapCss from '#app/features/regions/tile-map.module.css';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import css from './admin-home.module.css';
import { useRegionCounts } from './use-counts.ts';
import { adminHomeLabels } from './labels.ts';

/** The tile map with a figure in each region, and the zones' sums beside it. */
export function OriginMap() {
  const { data, error, isPending, refetch } = useRegionCounts();
  return (
    <section aria-labelledby="origin" className={css.origin}>
      <h2 id="origin">{adminHomeLabels.origin}</h2>
      <p className={css.lead}>{adminHomeLabels.originLead}</p>
      {isPending && <Skeleton label={adminHomeLabels.loading} rows={5} />}
      {error && !data && (
        <ErrorState message={adminHomeLabels.failed} onRetry={() => void refetch()} />
      )}
      {data && (
        <div className={`${css.columns} trek`}>
          <TileMap
            label={adminHomeLabels.mapLabel}
            figures={data}
            linkTo={(region) => paths.submissions({ region })}
          />
          <ZoneSums counts={data} />
        </div>
      )}
    </section>
  );
}

function ZoneSums({ counts }: { counts: Record<Region, number> }) {
  const all = REGIONS.reduce((sum, region) => sum + counts[region], 0);
  return (
    <table className={css.zones}>
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
                <span className={mapCss.zone}>
                  <span className={mapCss.swatch} data-zone={index} aria-hidden="true" />
                  {zone.name}
                </span>
              </th>
              <td>
                <b>{count.toLocaleString('en-GB')}</b>{' '}
                <span>{all > 0 ? `${Math.round((count / all) * 100)} %` : ''}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
