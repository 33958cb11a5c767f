import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SCREEN } from '#domain/constants.ts';
import { classNames } from './class-names.ts';
import './toast.css';

type Tone = 'good' | 'error';
type Toast = { id: number; tone: Tone; message: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(tone: Tone, message: string): void {
  lastId += 1;
  // A newer word makes an older error stale: on a phone they would pile up over the form.
  change([
    ...toasts.filter((other) => other.message !== message && other.tone !== 'error'),
    { id: lastId, tone, message },
  ]);
}

/**
 * Top right, gone after 5000 ms; errors are also shown in place by whoever calls. Outlives a change
 * of screen.
 */
export const toast = {
  success: (message: string): void => show('good', message),
  error: (message: string): void => show('error', message),
  /** For what opens where they stand, as a phone's menu does. */
  clear: (): void => change([]),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing: readonly Toast[] = [];

/** Once in each hydrated shell. A popover, so that it also lies above an open dialog. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => nothing,
  );
  const [isPaused, setPaused] = useState(false);
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const place = ref.current;
    if (!place?.showPopover) return;
    if (place.matches(':popover-open')) place.hidePopover();
    if (shown.length > 0) place.showPopover();
  }, [shown]);

  return (
    <div
      ref={ref}
      className="toasts"
      popover="manual"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {shown.map((item) => (
        <ToastItem key={item.id} item={item} isPaused={isPaused} />
      ))}
    </div>
  );
}

const close = (id: number): void => change(toasts.filter((other) => other.id !== id));

function ToastItem({ item, isPaused }: { item: Toast; isPaused: boolean }) {
  const { id } = item;
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(close, SCREEN.toastMilliseconds, id);
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
