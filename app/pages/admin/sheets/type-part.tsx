import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { SheetResult, Sheets } from '#domain/judging/pitch-schema.ts';
import { randomKey } from '#app/api/random-key.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { sheetLabels as labels } from './labels.ts';
import { rowsOf, sheetCalls, type Judge, type Row } from './sheet-calls.ts';
import css from './sheets.module.css';

type Props = { sheets: Sheets };

/** A judge's sheet, row by row in its order. */
export function TypePart({ sheets }: Props) {
  const [judgeId, setJudge] = useState('');
  const [pile, setPile] = useState(0);
  const judge = sheets.judges.find(({ id }) => id === judgeId);
  if (sheets.round.state !== 'open') return <p>{labels.closed}</p>;
  return (
    <>
      <SelectField
        label={labels.judge}
        name="judge"
        placeholder={labels.chooseJudge}
        options={sheets.judges.map(({ id, name }) => ({ value: id, label: name }))}
        value={judgeId}
        onChange={({ target }) => setJudge(target.value)}
      />
      {judge && (
        <>
          <p className="note">{labels.keys}</p>
          <Pile key={`${judgeId} ${pile}`} sheets={sheets} judge={judge} />
          <Button variant="secondary" onClick={() => setPile(pile + 1)}>
            {labels.again}
          </Button>
        </>
      )}
    </>
  );
}

/** Keys that belong to the browser. */
const PASSED = /^(Tab|Shift|Escape|F\d+)$/;
const CELL = '[data-cell]';

function Pile({ sheets, judge }: Props & { judge: Judge }) {
  const { criteria } = sheets;
  const table = useRef<HTMLTableElement>(null);
  const rows = rowsOf(sheets, judge).filter(({ review }) => review);
  const differing = new Set(
    sheets.differences
      .filter(({ settled_at: at, judge_id }) => at === null && judge_id === judge.id)
      .map(({ review_id }) => review_id),
  );
  const focusRow = (after: Element) => {
    const all = [...table.current!.querySelectorAll('tbody tr')];
    const next = all.slice(all.indexOf(after) + 1).find((row) => row.querySelector(CELL));
    next?.querySelector<HTMLElement>(CELL)?.focus();
  };
  return (
    <div className={css.scroll}>
      <table ref={table} className={css.typed}>
        <thead>
          <tr>
            <th scope="col">{labels.number}</th>
            <th scope="col">{labels.pitch}</th>
            {criteria.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{labels.state}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TypedRow
              key={row.entry.code}
              roundId={sheets.round.id}
              judgeId={judge.id}
              criteria={criteria}
              row={row}
              isDiffering={differing.has(row.review!.review_id)}
              onNext={focusRow}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  roundId: string;
  judgeId: string;
  criteria: Sheets['criteria'];
  row: Row;
  isDiffering: boolean;
  onNext: (row: Element) => void;
};
type Mark = 'tie' | 'not_heard' | null;
type Outcome = SheetResult | 'sending' | { failed: string } | null;

function TypedRow({ roundId, judgeId, criteria, row, isDiffering, onNext }: RowProps) {
  const { entry, review } = row;
  const refresh = useRoundsRefresh();
  const [scores, setScores] = useState<Record<string, number>>({});
  const [mark, setMark] = useState<Mark>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const isEmpty = mark === null && Object.keys(scores).length === 0;
  // Sent again after a lost answer, a typing is not the second one.
  const typing = useMemo(() => ({ said: saidOf(scores, mark), key: randomKey() }), [scores, mark]);
  const save = async () => {
    setOutcome('sending');
    try {
      const typed = { review_id: review!.review_id, ...typing.said };
      setOutcome(await sheetCalls.type(roundId, judgeId, typed, typing.key));
      await refresh();
    } catch (error) {
      setOutcome({ failed: (error as Error).message });
    }
  };
  const press = (event: KeyboardEvent<HTMLInputElement>, id: string) => {
    const { key, currentTarget: cell } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || PASSED.test(key)) return;
    event.preventDefault();
    if (outcome === 'sending') return;
    const tr = cell.closest('tr')!;
    const cells = [...tr.querySelectorAll<HTMLElement>(CELL)];
    const step = (by: number) => cells[cells.indexOf(cell) + by]?.focus();
    const change = (next: Record<string, number>, marked: Mark) => {
      setScores(next);
      setMark(marked);
      setOutcome(null);
    };
    const flip = (next: Mark) => change(scores, mark === next ? null : next);
    const clear = () => {
      const { [id]: _, ...others } = scores;
      change(others, mark);
    };
    const score = () => {
      change({ ...scores, [id]: Number(key) }, null);
      step(1);
    };
    const enter = () => {
      if (!isEmpty) void save();
      onNext(tr);
    };
    const keys: Partial<Record<string, () => void>> = {
      ...Object.fromEntries(['1', '2', '3', '4', '5'].map((one) => [one, score])),
      ...{ Backspace: clear, Delete: clear, Enter: enter, '0': () => flip('not_heard') },
      ...{ t: () => flip('tie'), ArrowRight: () => step(1), ArrowLeft: () => step(-1) },
    };
    keys[key.length === 1 ? key.toLowerCase() : key]?.();
  };
  return (
    <tr data-out={row.isOut || undefined} data-bad={isBad(outcome) || undefined}>
      <td>{entry.order}</td>
      <th scope="row">
        <b>{entry.code}</b> <span>{entry.business_name}</span>
      </th>
      {criteria.map(({ id, name }) => (
        <td key={id}>
          {row.isTied ? (
            '–'
          ) : (
            <Cell
              label={labels.score(name, entry.code)}
              value={mark ? undefined : scores[id]}
              onKeyDown={(event) => press(event, id)}
            />
          )}
        </td>
      ))}
      <td role="status">
        {[
          mark === 'tie' && labels.tie,
          mark === 'not_heard' && labels.notHeard,
          describe(outcome, mark ? 0 : criteria.length - Object.keys(scores).length) ??
            describeKnown(row),
          isDiffering && !isBad(outcome) && labels.differs,
        ]
          .filter(Boolean)
          .join(', ')}
      </td>
    </tr>
  );
}

const saidOf = (scores: Record<string, number>, mark: Mark) =>
  ({
    tie: { has_conflict: true },
    not_heard: { not_heard: true },
    none: { scores },
  })[mark ?? 'none'];

type CellProps = {
  label: string;
  value: number | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

const Cell = ({ label, value, onKeyDown }: CellProps) => (
  <input
    data-cell=""
    aria-label={label}
    inputMode="numeric"
    autoComplete="off"
    value={value ?? ''}
    onChange={() => undefined}
    onKeyDown={onKeyDown}
  />
);

const describeKnown = ({ isTied, review }: Row): string =>
  isTied ? labels.tie : labels.typed(review!.typed);

const isBad = (outcome: Outcome): boolean =>
  outcome !== null &&
  typeof outcome === 'object' &&
  ('failed' in outcome || outcome.result === 'differs' || outcome.result === 'refused');

function describe(outcome: Outcome, missing: number): string | null {
  if (outcome === null) return null;
  if (outcome === 'sending') return labels.sending;
  if ('failed' in outcome) return `${outcome.failed} ${labels.failed}`;
  const { result, message } = outcome;
  const lack = missing > 0 ? `, ${labels.missing(missing)}` : '';
  return message ? `${labels.results[result]}: ${message}` : labels.results[result] + lack;
}
