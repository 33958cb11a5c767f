import type { ReactNode } from 'react';
import { formatDay, formatMoment } from '#domain/dates.ts';
import type { RecordedRound } from '#domain/judging/record-schema.ts';
import { recordPage, ROUND_STATE_TEXTS } from '#content/record.ts';
import { Facts } from '#app/ui/facts.tsx';
import css from './record.module.css';
import { Seals } from './seals.tsx';

type Props = { round: RecordedRound };
type SectionProps = Props & {
  /** Who was selected is at the top of the page. */ isChosenAbove: boolean;
};

/** One round: its rules, its rubric, its numbers, its seals, and what came of it. */
export function RoundSection({ round, isChosenAbove }: SectionProps) {
  return (
    <section className={css.round} aria-labelledby={`round-${round.id}`}>
      <div>
        <h2 id={`round-${round.id}`}>{round.name}</h2>
        <p className={css.state}>{describeState(round)}</p>
        <Facts facts={factsOf(round)} />
      </div>
      <div>
        {round.released_at && !isChosenAbove && (
          <>
            <h3>{recordPage.chosen}</h3>
            <Chosen round={round} />
          </>
        )}
        {round.released_at && <RoundResults round={round} />}
        <Rubric round={round} />
        <Panel round={round} />
        <History round={round} />
        <Seals round={round} />
      </div>
    </section>
  );
}

function describeState({ state, closes_at, closed_at, released_at, seals }: RecordedRound): string {
  if (state === 'draft') return '';
  const sealed = seals.findLast(({ withdrawn_at }) => withdrawn_at === null)?.sealed_at;
  const moment = { open: closes_at, closed: closed_at, sealed, released: released_at }[state];
  const text = ROUND_STATE_TEXTS[state];
  return moment ? `${text} ${formatMoment(moment)}.` : `${text.split('.')[0]}.`;
}

/** A list of what is not nothing. */
const listed = (...texts: (string | false)[]) => texts.filter((text) => text !== false).join(', ');
const figure = (count: number) => count.toLocaleString('en-GB');

type Fact = [string, ReactNode];

const factsOf = (round: RecordedRound): Fact[] => [
  ...rulesOf(round),
  ...numbersOf(round),
  ...datesOf(round),
];

function rulesOf(round: RecordedRound): Fact[] {
  const near = round.near_ties === 'lot' ? recordPage.nearLot : recordPage.nearReason;
  return [
    [recordPage.places, figure(round.places ?? 0)],
    [recordPage.where, round.regions?.join(', ') ?? recordPage.everywhere],
    [
      recordPage.judges,
      listed(
        recordPage.inAll(figure(round.judges.count)),
        recordPage.readBy(round.reviews_per_proposal ?? round.judges.count),
        round.spares_own_region && recordPage.spared,
      ),
    ],
    [
      recordPage.reading,
      `${round.is_blind ? recordPage.blind : recordPage.open} ${round.shows_documents ? recordPage.documents : recordPage.noDocuments}`,
    ],
    [recordPage.nearLine, round.near_points > 0 ? near(round.near_points) : recordPage.noNear],
  ];
}

function numbersOf(round: RecordedRound): Fact[] {
  const { found, declared, recorded, cleared } = round.conflicts;
  const standing = found + declared + recorded - cleared;
  return [
    [
      recordPage.entries,
      listed(figure(round.entries), round.withdrawn > 0 && recordPage.withdrawn(round.withdrawn)),
    ],
    [
      recordPage.reviews,
      listed(
        figure(round.reviews),
        round.abstained > 0 && recordPage.abstained(round.abstained),
        round.recused > 0 && recordPage.recused(round.recused),
      ),
    ],
    ...(round.state === 'open' ? [] : [[recordPage.short, figure(round.short)] satisfies Fact]),
    [
      recordPage.conflicts,
      listed(
        standing > 0 && recordPage.standing(standing),
        cleared > 0 && recordPage.cleared(cleared),
      ) || recordPage.noConflicts,
    ],
  ];
}

function datesOf({ opened_at, closed_at, closes_at, date, venue }: RecordedRound): Fact[] {
  const facts: (Fact | null)[] = [
    opened_at === null ? null : [recordPage.opened, formatMoment(opened_at)],
    closed_at === null ? null : [recordPage.closed, formatMoment(closed_at)],
    closed_at !== null || closes_at === null ? null : [recordPage.closes, formatMoment(closes_at)],
    date === null ? null : [recordPage.date, formatDay(date)],
    venue === null ? null : [recordPage.venue, venue],
  ];
  return facts.filter((fact) => fact !== null);
}

function Rubric({ round: { criteria } }: Props) {
  return (
    <>
      <h3>{recordPage.rubric}</h3>
      <ol className={css.rubric}>
        {criteria.map(({ id, name, question, weight, anchors }) => (
          <li key={id}>
            <b>{name}</b>, {recordPage.weight(weight)}
            {question && <p>{question}</p>}
            <details className="fold">
              <summary>{recordPage.anchors}</summary>
              <ol>
                {anchors.map((anchor) => (
                  <li key={anchor}>{anchor}</li>
                ))}
              </ol>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

function Panel({ round: { judges } }: Props) {
  return (
    <>
      <h3>{recordPage.panel}</h3>
      {judges.named === null && <p>{recordPage.panelLater}</p>}
      {judges.named?.length === 0 && <p>{recordPage.nobodyNamed}</p>}
      {judges.named !== null && judges.named.length > 0 && (
        <ul className={css.people}>
          {judges.named.map(({ name, position, organisation }) => (
            <li key={name}>
              <b>{name}</b>
              <br />
              {[position, organisation].filter(Boolean).join(', ')}
            </li>
          ))}
        </ul>
      )}
      {judges.named !== null && judges.named.length > 0 && Boolean(judges.unnamed) && (
        <p>{recordPage.unnamed(judges.unnamed!)}</p>
      )}
    </>
  );
}

/** A value of a change, as a person reads it; undefined for none. */
function describeValue(field: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (field === 'closes_at') return formatMoment(String(value));
  return field === 'date' ? formatDay(String(value)) : String(value);
}

/** What was changed after the opening, and why it was opened again. */
function History({ round: { changes, reopened } }: Props) {
  if (changes.length + reopened.length === 0) return null;
  return (
    <>
      <h3>{changes.length > 0 ? recordPage.changes : recordPage.reopened}</h3>
      <ul className={css.people}>
        {changes.map(({ at, field, before, after }) => (
          <li key={`${at} ${field}`}>
            <time dateTime={at}>{formatMoment(at)}</time>{' '}
            {recordPage.changed(
              recordPage.fields[field] ?? field,
              describeValue(field, before),
              describeValue(field, after),
            )}
          </li>
        ))}
        {reopened.map(({ at, reason }) => (
          <li key={at}>
            <time dateTime={at}>{formatMoment(at)}</time> {recordPage.reopened}: {reason}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Of hundreds, the page shows the first; the sealed file has them all. */
const MOST = 100;
/** Of a key's 64 characters: enough to find it in the file. */
const KEY_CHARS = 12;

/** After the release: who was selected. */
export function Chosen({ round: { selected } }: Props) {
  return (
    <>
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
    </>
  );
}

/** After the release: where the outcome differs from the ranking. */
function RoundResults({ round: { deviations, corrections } }: Props) {
  return (
    <>
      <h3>{recordPage.deviations}</h3>
      {deviations.length === 0 && <p>{recordPage.noDeviations}</p>}
      <ul className={css.people}>
        {deviations.map(({ outcome, reason }) => (
          <li key={`${outcome} ${reason}`}>
            <b>{recordPage.although[outcome ?? 'selected']}:</b> {reason}
          </li>
        ))}
      </ul>
      {corrections.length > 0 && <h3>{recordPage.corrections}</h3>}
      <ul className={css.people}>
        {corrections.map(({ at, before, after, reason }) => (
          <li key={at}>
            <time dateTime={at}>{formatMoment(at)}</time> {recordPage.decisions[before]} →{' '}
            {recordPage.decisions[after]}: {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
