import type { RecordedRound } from '#domain/judging/record-schema.ts';
import { recordPage } from '#content/record.ts';
import css from './record.module.css';

/** Of hundreds, the page shows the first; the sealed file has them all. */
const MOST = 100;
/** Of a key's 64 characters: enough to find it in the file. */
const KEY_CHARS = 12;

/** After the release: who was selected, and where that differs from the ranking. */
export function RoundResults({ round: { selected, deviations } }: { round: RecordedRound }) {
  return (
    <>
      <h3>{recordPage.chosen}</h3>
      {selected.length === 0 && <p>{recordPage.nobodyChosen}</p>}
      <ul className={css.chosen}>
        {selected.slice(0, MOST).map(({ business_name, location, region, key }) => (
          <li key={key}>
            <b>{business_name}</b>
            <br />
            {location}, {region}
            <br />
            {recordPage.key} <code>{key.slice(0, KEY_CHARS)}…</code>
          </li>
        ))}
      </ul>
      {selected.length > MOST && <p>{recordPage.moreChosen(selected.length - MOST)}</p>}
      <h3>{recordPage.deviations}</h3>
      {deviations.length === 0 && <p>{recordPage.noDeviations}</p>}
      <ul className={css.people}>
        {deviations.map(({ outcome, reason }) => (
          <li key={`${outcome} ${reason}`}>
            <b>{recordPage.although[outcome ?? 'selected']}:</b> {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
