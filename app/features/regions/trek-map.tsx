import { ZONES } from '#domain/regions.ts';
import { paths } from '#app/paths.ts';
import { TileMap } from './tile-map.tsx';
import css from './tile-map.module.css';

/** The tile map with its key: the colour of each zone, and when the trek visits it. */
export function TrekMap({ label, dates }: { label: string; dates: string }) {
  return (
    <div>
      <TileMap label={label} schedule={paths.pitchTrek} />
      <p className={css.dates}>{dates}</p>
      <ul className={css.key}>
        {ZONES.map((zone, index) => (
          <li key={zone.name}>
            <span className={css.swatch} data-zone={index} aria-hidden="true" />
            <span>{zone.name}</span>
            <b>{zone.dates}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
