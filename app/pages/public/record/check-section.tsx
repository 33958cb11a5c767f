import { API_BASE } from '#domain/api.ts';
import { describeOrder, lowestSelected } from '#domain/judging/result-words.ts';
import type { PublicRecord } from '#domain/judging/record-schema.ts';
import { RECORD_SCRIPT, recordPage } from '#content/record.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Found, Place } from './find-place.ts';
import receiptCss from '../receipt.module.css';
import css from './record.module.css';

type Props = {
  record: PublicRecord;
  typed: string | undefined;
  found: Found | undefined;
  origin: string;
  hasGrants: boolean;
};

/** A box for a receipt number, the script of contract §9.8, and the data. */
export function CheckSection({ record, typed, found, origin, hasGrants }: Props) {
  return (
    <section className={css.section} aria-labelledby="check">
      <h2 id="check">{recordPage.check}</h2>
      <form
        action={`${paths.record({ id: record.program_id })}#yours`}
        className={`${receiptCss.search} ${css.search}`}
        role="search"
        id="yours"
      >
        <TextField
          label={recordPage.receipt}
          name="receipt"
          hint={recordPage.receiptHint}
          defaultValue={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
        />
        <Button type="submit">{recordPage.look}</Button>
      </form>
      {found && (
        <ul className={css.places} role="status">
          {found.replacedBy && <li>{recordPage.replaced(found.replacedBy)}</li>}
          {found.places.map((place) => (
            <li key={place.round}>
              <b>{place.round}:</b> {describePlace(place)}
            </li>
          ))}
        </ul>
      )}
      <p>{recordPage.checkLead}</p>
      {/* It scrolls sideways, so the keyboard must reach it. */}
      <pre
        className={receiptCss.script}
        tabIndex={0}
        role="region"
        aria-label={recordPage.scriptLabel}
      >
        <code>{RECORD_SCRIPT}</code>
      </pre>
      <p>
        {recordPage.run}{' '}
        <code>{`node check.mjs ${origin} ${record.program_id} ${found?.known ?? 'NPT-…'}`}</code>
      </p>
      <p>{recordPage.keyText}</p>
      <Downloads record={record} hasGrants={hasGrants} />
    </section>
  );
}

function describePlace({ results }: Place): string {
  if (!results) return recordPage.noResults;
  const { entry, ranked, lowest } = results;
  if (!entry) return recordPage.unknown;
  if (entry.rank === null) return recordPage.out[entry.outcome] ?? recordPage.unranked;
  const own = describeOrder(recordPage.it, entry.rank, ranked, entry.score!);
  return lowest === null ? own : `${own} ${lowestSelected(lowest)}`;
}

function Downloads({ record, hasGrants }: Pick<Props, 'record' | 'hasGrants'>) {
  const { program_id, rounds, license } = record;
  const base = `${API_BASE}/public-record`;
  const released = rounds.filter(({ released_at }) => released_at !== null);
  const links = [
    [`${base}/${program_id}`, recordPage.record],
    [`${base}/${program_id}/counts.csv`, recordPage.counts],
    ...(hasGrants ? [[`${base}/${program_id}/grants.json`, recordPage.grants]] : []),
    ...released.map(({ id, name }) => [`${base}/rounds/${id}/seal.json`, recordPage.sealed(name)]),
  ];
  return (
    <>
      <h3>{recordPage.downloads}</h3>
      <ul className="links">
        {links.map(([address, label]) => (
          <li key={address}>
            <a href={address}>{label}</a>
          </li>
        ))}
      </ul>
      <p>
        {recordPage.license} <a href={license}>{recordPage.licenseName}</a>.
      </p>
    </>
  );
}
