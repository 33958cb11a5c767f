import { useState } from 'react';
import { ROUNDS } from '#domain/rounds/rules.ts';
import type { Sheets } from '#domain/judging/pitch-schema.ts';
import { Button } from '#app/ui/button.tsx';
import { ChoiceGroup } from '#app/ui/choice-group.tsx';
import { sheetLabels as labels } from './labels.ts';
import { rowsOf, type Judge, type Row } from './sheet-calls.ts';
import css from './sheets.module.css';

type Props = { sheets: Sheets };

/** One sheet for each judge who is chosen. */
export function PrintPart({ sheets }: Props) {
  const { judges } = sheets;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = judges.filter(({ id }) => !left.has(id));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <>
      <div className="no-print">
        <ChoiceGroup
          label={labels.forWhom}
          name="judges"
          type="checkbox"
          choices={judges.map(({ id, name }) => ({
            value: id,
            label: name,
            isChosen: !left.has(id),
          }))}
          onChange={choose}
        />
        {chosen.length === 0 ? (
          <p>{labels.nobody}</p>
        ) : (
          <Button onClick={() => print()}>{labels.print}</Button>
        )}
      </div>
      {chosen.map((judge) => (
        <Sheet key={judge.id} sheets={sheets} judge={judge} />
      ))}
    </>
  );
}

/** Of four criteria; with more, each pitch takes two lines. */
const NARROW = 4;
const ROWS = { first: 10, further: 14, wide: 7 };
/** So long can the sentences be that ten pitches still fit below them. */
const ANCHORS = 1_000;

/** Whole pitches only; with long sentences, these have the first page for themselves. */
function pagesOf(rows: readonly Row[], { criteria }: Sheets): Row[][] {
  const isWide = criteria.length > NARROW;
  const length = criteria.flatMap(({ anchors }) => anchors).join('').length;
  const later = isWide ? ROWS.wide : ROWS.further;
  const first = isWide || length > ANCHORS ? 0 : ROWS.first;
  const pages = [rows.slice(0, first)];
  for (let at = first; at < rows.length; at += later) pages.push(rows.slice(at, at + later));
  return pages;
}

function Sheet({ sheets, judge }: Props & { judge: Judge }) {
  const { round, criteria } = sheets;
  const pages = pagesOf(rowsOf(sheets, judge), sheets);
  return pages.map((rows, page) => (
    <section key={rows[0]?.entry.code ?? page} className={css.page}>
      <header>
        <h2>{`${labels.sheet}: ${round.name}`}</h2>
        <p>{labels.page(page + 1, pages.length)}</p>
        <p>{round.program_title}</p>
        <p>
          <b>{judge.name}</b>
        </p>
      </header>
      {page === 0 && (
        <div className={css.anchors}>
          <p>{labels.rules}</p>
          {criteria.map(({ id, name, anchors }, at) => (
            <p key={id}>
              <b>{`${at + 1}. ${name}`}</b>{' '}
              <span>{anchors.map((text, score) => `${score + 1} ${text}`).join(' · ')}</span>
            </p>
          ))}
        </div>
      )}
      {rows.length > 0 && <SheetTable rows={rows} sheets={sheets} />}
      <footer>
        <p>{labels.date}</p>
        <p>{labels.signature}</p>
      </footer>
    </section>
  ));
}

const SCORES = Array.from({ length: ROUNDS.scores }, (_, at) => at + 1);

const SheetTable = ({ rows, sheets: { criteria } }: Props & { rows: readonly Row[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{labels.number}</th>
        <th scope="col">{labels.pitch}</th>
        <th scope="col">
          <span className={css.marks}>
            {criteria.map(({ id, name }, at) => (
              <span key={id}>{`${at + 1}. ${name}`}</span>
            ))}
          </span>
        </th>
        <th scope="col">{labels.tie}</th>
        <th scope="col">{labels.notHeard}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ entry, isTied, isOut }) => (
        <tr key={entry.code} data-out={isOut || undefined}>
          <td>{entry.order}</td>
          <th scope="row">
            <b>{entry.code}</b> <span>{entry.business_name}</span>
          </th>
          <td>
            {isOut ? (
              whyOut(entry.state, isTied)
            ) : (
              <span className={css.marks}>
                {criteria.map(({ id }) => (
                  <span key={id} className={css.boxes}>
                    {SCORES.map((score) => (
                      <span key={score}>{score}</span>
                    ))}
                  </span>
                ))}
              </span>
            )}
          </td>
          <td>{!isOut && <span className={css.box} />}</td>
          <td>{!isOut && <span className={css.box} />}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function whyOut(state: Row['entry']['state'], isTied: boolean): string {
  if (isTied) return labels.tie;
  return state === 'absent' ? labels.absent : labels.withdrawn;
}
