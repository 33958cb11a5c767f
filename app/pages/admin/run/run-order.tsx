import { useState } from 'react';
import { formatClock } from '#domain/dates.ts';
import { ApiError } from '#app/api/api-error.ts';
import { AskDialog } from '#app/pages/admin/round/ask-dialog.tsx';
import { desks, type DeskEntry, type DeskRecord } from '#app/storage/desk-records.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { nextOf, stageOf, timerOf, withChange } from './desk-state.ts';
import { runLabels as labels } from './labels.ts';
import css from './run.module.css';

type Props = { record: DeskRecord; entries: readonly DeskEntry[] };

/** All pitches in order, who is absent, and how many judges have scored each. */
export function RunOrder({ record, entries }: Props) {
  const [moving, setMoving] = useState<DeskEntry | null>(null);
  const { id, state } = record.round;
  const stage = stageOf(record, entries);
  const isIdle = state === 'open' && timerOf(record, entries) === null;
  const isUnsealed = state === 'open' || state === 'closed';
  const choose = ({ proposal_id }: DeskEntry) =>
    desks.change(id, (one) => ({ ...one, at: proposal_id }));
  const call = (called: DeskEntry, to: 'in' | 'absent') =>
    desks.change(id, (one) => ({
      ...withChange(one, called.proposal_id!, { state: to }),
      // The stage waits for nobody.
      ...(to === 'absent' &&
        called === stage && { at: nextOf(entries, called)?.proposal_id ?? null }),
    }));
  return (
    <section className={css.order} aria-label={labels.order} tabIndex={0}>
      <table>
        <tbody>
          {entries.map((one) => (
            <tr
              key={one.code}
              aria-current={one === stage || undefined}
              data-state={one.ended_at ? 'done' : one.state}
            >
              <td>{one.order}</td>
              <td>{one.slot_at && formatClock(new Date(one.slot_at))}</td>
              <td>{one.code}</td>
              <th scope="row">
                <Name
                  one={one}
                  onChoose={isIdle && one !== stage && isCallable(one) ? choose : undefined}
                />
              </th>
              <td>{standingOf(one)}</td>
              <td>
                <span className="visually-hidden">{labels.scoresLabel} </span>
                <span>{labels.scores(one.submitted, one.reviews)}</span>
              </td>
              <td>{isUnsealed && isCallable(one) && <Call one={one} onCall={call} />}</td>
              <td>
                {state === 'open' && isCallable(one) && (
                  <Quiet label={labels.move} one={one} onClick={() => setMoving(one)} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {moving && (
        <MoveDialog id={id} one={moving} count={entries.length} onClose={() => setMoving(null)} />
      )}
    </section>
  );
}

const isCallable = ({ proposal_id: id, state }: DeskEntry): boolean =>
  id !== null && state !== 'withdrawn';

const standingOf = ({ ended_at: end, state }: DeskEntry): string =>
  end && state === 'in' ? labels.done : labels.states[state];

type CallProps = { one: DeskEntry; onCall: (one: DeskEntry, to: 'in' | 'absent') => void };

const Call = ({ one, onCall }: CallProps) => (
  <Quiet
    label={one.state === 'in' ? labels.absent : labels.here}
    one={one}
    onClick={() => onCall(one, one.state === 'in' ? 'absent' : 'in')}
  />
);

type NameProps = { one: DeskEntry; onChoose?: ((one: DeskEntry) => void) | undefined };

/** While nobody is on stage, anybody can be called next. */
const Name = ({ one, onChoose }: NameProps) =>
  onChoose ? (
    <button
      type="button"
      className={css.name}
      title={labels.choose(one.business_name ?? '')}
      onClick={() => onChoose(one)}
    >
      {one.business_name}
    </button>
  ) : (
    one.business_name
  );

type QuietProps = { label: string; one: DeskEntry; onClick: () => void };

const Quiet = ({ label, one, onClick }: QuietProps) => (
  <Button variant="quiet" isSmall aria-label={`${label}: ${one.business_name}`} onClick={onClick}>
    {label}
  </Button>
);

type MoveProps = { id: string; one: DeskEntry; count: number; onClose: () => void };

function MoveDialog({ id, one, count, onClose }: MoveProps) {
  return (
    <AskDialog
      title={labels.moveTitle(one.business_name ?? '')}
      text={labels.moveText(count)}
      confirmLabel={labels.save}
      onClose={onClose}
      onConfirm={async ({ order: typed = '' }) => {
        const order = Number(typed);
        const isPlace = Number.isInteger(order) && order >= 1 && order <= count;
        if (!isPlace) {
          const wrong = labels.wrongPlace(count);
          throw new ApiError(422, 'invalid', wrong, { order: wrong });
        }
        desks.change(id, (record) => withChange(record, one.proposal_id!, { order }));
        return labels.moved;
      }}
    >
      <TextField
        label={labels.place}
        name="order"
        inputMode="numeric"
        defaultValue={String(one.order)}
      />
    </AskDialog>
  );
}
