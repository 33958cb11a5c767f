import { formatMoment } from '#domain/dates.ts';
import type { RecordedRound } from '#domain/judging/record-schema.ts';
import { recordPage } from '#content/record.ts';
import css from './record.module.css';

/** The hashes that prove what was fixed when. */
export function Seals({ round }: { round: RecordedRound }) {
  const { seals, seed, seed_sha256, rubric_sha256 } = round;
  return (
    <>
      <h3>{recordPage.seals}</h3>
      {seals.length === 0 && <p>{recordPage.notSealed}</p>}
      <dl className={css.hashes}>
        {seals.map(({ sha256, sealed_at, withdrawn_at, reason }) => (
          <div key={sha256}>
            <dt>
              {recordPage.sealedOn(formatMoment(sealed_at))}
              {withdrawn_at && `, ${recordPage.withdrawnOn(formatMoment(withdrawn_at))}: ${reason}`}
            </dt>
            <dd>
              <code>{sha256}</code>
            </dd>
          </div>
        ))}
        {seed && (
          <div>
            <dt>{recordPage.seed}</dt>
            <dd>
              <code>{seed}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{recordPage.seedHash}</dt>
          <dd>
            <code>{seed_sha256}</code>
          </dd>
        </div>
        {rubric_sha256 && (
          <div>
            <dt>{recordPage.rubricHash}</dt>
            <dd>
              <code>{rubric_sha256}</code>
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}
