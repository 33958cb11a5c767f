import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { formatClock } from '#domain/dates.ts';
import { elapsedOf, formatLeft, toneOf } from '#app/features/rounds/hall/wall-channel.ts';
import { useClock } from '#app/features/rounds/hall/use-clock.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { AskDialog, Owing } from '#app/pages/admin/round/ask-dialog.tsx';
import { stepLabels } from '#app/pages/admin/round/labels.ts';
import { desks, type DeskEntry, type DeskRecord, type Timer } from '#app/storage/desk-records.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { refresh } from './desk-sender.ts';
import { ask, end, pause, stageOf, start, timerOf, totalOf } from './desk-state.ts';
import { runLabels as labels } from './labels.ts';
import css from './run.module.css';
import { reveal, type Desk } from './use-desk.ts';

type Props = { desk: Desk; entries: readonly DeskEntry[] };

/** Who is on stage, with the clock; then the steps of the evening. */
export function RunStage({ desk, entries }: Props) {
  const { record } = desk;
  const { id, state } = record.round;
  const stage = stageOf(record, entries);
  const timer = timerOf(record, entries);
  const isSealed = state === 'sealed' || state === 'released';
  return (
    <section className={css.stage} aria-label={labels.onStage}>
      {state === 'open' && stage && (
        <OnStage record={record} entries={entries} stage={stage} timer={timer} />
      )}
      {state === 'open' && !stage && <p className={css.who}>{labels.nobody}</p>}
      {record.selected && <Reveal record={record} />}
      {isSealed && !record.selected && <p>{labels.toSelect}</p>}
      <div className="row">
        <Button variant="secondary" isSmall onClick={() => openWall(id)}>
          {labels.wall}
        </Button>
        <NextStep record={record} isDone={!stage} />
      </div>
    </section>
  );
}

/** On the way to the release. */
function NextStep({ record, isDone }: { record: DeskRecord; isDone: boolean }) {
  const { id, state } = record.round;
  const [isClosing, setClosing] = useState(false);
  if (state === 'open')
    return (
      <>
        <Button variant={isDone ? 'primary' : 'secondary'} isSmall onClick={() => setClosing(true)}>
          {labels.close}
        </Button>
        {isClosing && <CloseDialog record={record} onClose={() => setClosing(false)} />}
      </>
    );
  const isClosed = state === 'closed';
  return (
    <LinkButton
      to={paths.round({ id }, { tab: isClosed ? 'ranking' : 'release' })}
      variant={isClosed ? 'primary' : 'secondary'}
      isSmall
    >
      {isClosed ? labels.ranking : labels.release}
    </LinkButton>
  );
}

const openWall = (id: string): void =>
  void window.open(paths.wall({ id }), 'wall', 'popup,width=1280,height=720');

type StageProps = {
  record: DeskRecord;
  entries: readonly DeskEntry[];
  stage: DeskEntry;
  timer: Timer | null;
};

function OnStage({ record, entries, stage, timer }: StageProps) {
  const { id, minutes } = record.round;
  const change = (next: (one: DeskRecord, now: number) => DeskRecord) =>
    desks.change(id, (one) => next(one, Date.now()));
  const isLast = timer?.phase === 'questions' || !minutes?.questions;
  return (
    <>
      <p className="note">{timer ? labels.onStage : labels.nextUp}</p>
      <p className={css.who}>
        <b>{`${stage.code} ${stage.business_name}`}</b> <span>{stage.region}</span>
      </p>
      {timer ? (
        <Clock record={record} timer={timer} />
      ) : (
        <p className={css.clock}>{stage.slot_at ? formatClock(new Date(stage.slot_at)) : '–'}</p>
      )}
      {timer ? (
        <div className="row">
          {!isLast && (
            <Button onClick={() => change((one, now) => ask(one, timer, now))}>
              {labels.questions}
            </Button>
          )}
          <Button variant="secondary" onClick={() => change((one, now) => pause(one, timer, now))}>
            {timer.since === null ? labels.goOn : labels.pause}
          </Button>
          <Button
            variant={isLast ? 'primary' : 'secondary'}
            onClick={() => change((one, now) => end(one, entries, stage, now))}
          >
            {labels.end}
          </Button>
        </div>
      ) : (
        <div className="row">
          <Button onClick={() => change((one, now) => start(one, stage, now))}>
            {stage.ended_at ? labels.startAgain : labels.start}
          </Button>
        </div>
      )}
    </>
  );
}

/** Clock minus start: a hidden tab and a reload change nothing. */
function Clock({ record, timer }: { record: DeskRecord; timer: Timer }) {
  const now = useClock(timer.since !== null);
  const left = totalOf(record, timer) - elapsedOf(timer, now);
  const tone = toneOf(left);
  return (
    <p className={css.clock} data-tone={tone}>
      <span role="timer" aria-label={labels.phases[timer.phase]}>
        {formatLeft(left)}
      </span>{' '}
      <small>
        {[
          labels.phases[timer.phase],
          timer.since === null && labels.paused,
          tone === 'over' && labels.timeUp,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </p>
  );
}

/** One press, one name on the wall. */
function Reveal({ record: { round, selected, revealed } }: { record: DeskRecord }) {
  const all = selected!.length;
  return (
    <>
      <p className={css.who}>{labels.selected(all - revealed, all)}</p>
      <div className="row">
        <Button aria-disabled={revealed === all || undefined} onClick={() => reveal(round.id, 1)}>
          {labels.showNext}
        </Button>
        {revealed > 0 && (
          <Button variant="secondary" onClick={() => reveal(round.id, -1)}>
            {labels.showBack}
          </Button>
        )}
      </div>
    </>
  );
}

function CloseDialog({ record, onClose }: { record: DeskRecord; onClose: () => void }) {
  const { id } = record.round;
  const navigate = useNavigate();
  return (
    <AskDialog
      title={labels.closeTitle}
      text={stepLabels.closePitchText}
      confirmLabel={labels.close}
      onClose={onClose}
      onConfirm={async () => {
        await resultCalls.close(id);
        await refresh(id, record);
        await navigate(paths.round({ id }, { tab: 'ranking' }));
        return labels.closed;
      }}
    >
      <Owing panel={record.judges} />
    </AskDialog>
  );
}
