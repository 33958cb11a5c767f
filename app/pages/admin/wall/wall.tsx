import { useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from '#domain/constants.ts';
import { formatClock } from '#domain/dates.ts';
import { useClock } from '#app/features/rounds/hall/use-clock.ts';
import {
  elapsedOf,
  formatLeft,
  openWallChannel,
  toneOf,
  type WallMessage,
  type WallState,
} from '#app/features/rounds/hall/wall-channel.ts';
import type { Route } from './+types/wall';
import { wallLabels as labels } from './labels.ts';
import css from './wall.module.css';

export const meta = () => [{ title: labels.title }];

/**
 * /dashboard/admin/rounds/{id}/wall: what the hall sees, for a projector. It makes no call: it
 * follows the desk in the same browser.
 */
export default function Wall({ params: { id } }: Route.ComponentProps) {
  const state = useDeskState(id);
  useWakeLock();
  return (
    <main id="main" className={css.wall}>
      <h1 className={css.round}>{state?.round ?? labels.waiting}</h1>
      {state && <Shown state={state} />}
    </main>
  );
}

/** Keys go to the desk, which says what is shown: one of the selected at each. */
const KEYS: Partial<Record<string, 'forward' | 'back'>> = {
  ...{ ' ': 'forward', Enter: 'forward', ArrowRight: 'forward', PageDown: 'forward' },
  ...{ ArrowLeft: 'back', PageUp: 'back', Backspace: 'back' },
};

function useDeskState(id: string): WallState | null {
  const [state, setState] = useState<WallState | null>(null);
  useEffect(() => {
    const channel = openWallChannel(id);
    const ask = (asks: 'state' | 'forward' | 'back') => channel.postMessage({ from: 'wall', asks });
    channel.onmessage = ({ data }: MessageEvent<WallMessage>) => {
      if (data.from === 'desk') setState(data.state);
    };
    const press = (event: KeyboardEvent) => {
      const asks = KEYS[event.key];
      if (!asks || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      ask(asks);
    };
    document.addEventListener('keydown', press);
    ask('state');
    return () => {
      document.removeEventListener('keydown', press);
      channel.close();
    };
  }, [id]);
  return state;
}

/** Browsers let go of it whenever the page is hidden. */
function useWakeLock(): void {
  const lock = useRef<WakeLockSentinel | null>(null);
  useEffect(() => {
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // Without it, the projector may sleep, and nothing else is lost.
      lock.current = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock.current?.release();
    };
  }, []);
}

function Shown({ state: { now, next, isOver, selected } }: { state: WallState }) {
  if (selected) return <SelectedOne selected={selected} />;
  if (isOver) return <p className={css.big}>{labels.over}</p>;
  if (now) return <OnStage now={now} next={next} />;
  if (next) return <Between next={next} />;
  return <p className={css.big}>{labels.over}</p>;
}

type Now = NonNullable<WallState['now']>;
type Next = NonNullable<WallState['next']>;

function OnStage({ now, next }: { now: Now; next: Next | null }) {
  const time = useClock(now.since !== null);
  const left = now.total - elapsedOf(now, time);
  const tone = toneOf(left);
  return (
    <>
      <div className={css.who}>
        <p className={css.name}>
          <b>{now.code}</b> <span>{now.business_name}</span>
        </p>
        <p>{now.region}</p>
      </div>
      <p className={css.phase}>{tone === 'over' ? labels.timeUp : labels.phases[now.phase]}</p>
      <p className={css.digits} data-tone={tone} role="timer">
        {formatLeft(left)}
      </p>
      <p className={css.next}>{next && labels.next(next.code, next.business_name)}</p>
    </>
  );
}

/** Who comes next; in a break also when. */
function Between({ next: { code, business_name: name, region, slot_at: at } }: { next: Next }) {
  const time = useClock(true);
  const isBreak = at !== null && Date.parse(at) - time > 2 * MINUTE_MS;
  return (
    <>
      <p className={css.phase}>{labels.nextUp}</p>
      <div className={css.who}>
        <p className={css.big}>{name}</p>
        <p>{`${code}, ${region}`}</p>
      </div>
      {isBreak && <p className={css.digits}>{formatClock(new Date(at))}</p>}
    </>
  );
}

function SelectedOne({ selected: { shown } }: { selected: NonNullable<WallState['selected']> }) {
  return (
    <>
      <p className={css.phase}>{labels.selected}</p>
      {shown && (
        <div className={css.who} aria-live="polite">
          <p className={css.big}>{shown.business_name}</p>
          <p>{shown.region}</p>
        </div>
      )}
    </>
  );
}
