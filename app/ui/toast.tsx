import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SCREEN } from '#domain/constants.ts';
import { classNames } from './class-names.ts';
import './toast.css';

type Tone = 'good' | 'error';
type Toast = { id: number; tone: Tone; message: string };

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function show(tone: Tone, message: string): void {
  lastId += 1;
  change({ id: lastId, tone, message });
}

/**
 * One at most, top right, gone after 5000 ms. For what has no place of its own on the screen: what
 * a form or a dialog refuses stands there. Outlives a change of screen.
 */
export const toast = {
  success: (message: string): void => show('good', message),
  error: (message: string): void => show('error', message),
  /** For what opens where they stand, as a phone's menu does. */
  clear: (): void => change(null),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing = () => null;

type Props = {
  /** Where it covers nothing: within the bar of which shell. */
  place: 'portal' | 'account';
  /** Stands while there is no message, for as long as it is given. */
  note: string | null;
};

/** Once in each hydrated shell. A popover, so that it also lies above an open dialog. */
export function Toaster({ place, note }: Props) {
  const shown = useSyncExternalStore(subscribe, () => current, nothing);
  const [isPaused, setPaused] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const isShown = shown !== null || note !== null;

  useEffect(() => {
    const popover = ref.current;
    if (!popover?.showPopover) return;
    // Reopened each time: a dialog opened since then would cover it.
    if (popover.matches(':popover-open')) popover.hidePopover();
    if (isShown) popover.showPopover();
  }, [shown, isShown]);

  return (
    <div
      ref={ref}
      className="toasts"
      data-place={place}
      popover="manual"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {shown && <ToastItem key={shown.id} item={shown} isPaused={isPaused} />}
      {!shown && note && (
        <div className="toast toast-error" role="status">
          <p>{note}</p>
        </div>
      )}
    </div>
  );
}

const close = (id: number): void => void (current?.id === id && change(null));

function ToastItem({ item, isPaused }: { item: Toast; isPaused: boolean }) {
  const { id } = item;
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(close, SCREEN.toastMs, id);
    return () => clearTimeout(timer);
  }, [isPaused, id]);
  return (
    <div
      className={classNames('toast', item.tone === 'error' && 'toast-error')}
      role={item.tone === 'error' ? 'alert' : 'status'}
    >
      <p>{item.message}</p>
      <button type="button" onClick={() => close(id)} aria-label="Close this message">
        ×
      </button>
    </div>
  );
}
