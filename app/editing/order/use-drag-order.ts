import { useEffect, useRef, useState, type PointerEvent } from 'react';

/** Marks the handle by which a finger drags; elsewhere a finger scrolls. */
export const GRIP = 'data-grip';
const ITEM = 'data-place';
/** Pixels by which a mouse may move during a click. */
const SLACK = 4;
/**
 * Distance in pixels from the edge of the screen at which the page scrolls, and the pixels per
 * step.
 */
const EDGE = 72;
const STEP = 14;

type Drag = { from: number; to: number; x: number; y: number };
type Press = { x: number; y: number; isDrag: boolean };

/**
 * Reorders a list by dragging: with a mouse anywhere on the item, with a finger by its handle,
 * because it otherwise scrolls. Browsers do not support dragging with a finger, or only after a
 * long press.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  // Not in state: a quick finger lifts before the move has been rendered.
  const press = useRef<Press>(undefined);
  const [drag, setDrag] = useState<Drag>();
  const end = () => {
    press.current = undefined;
    setDrag(undefined);
  };
  const isDragged = drag !== undefined;
  useEffect(() => {
    if (!isDragged) return undefined;
    const cancel = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') end();
    };
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [isDragged]);

  const handlersOf = (from: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !canDrag(event)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { x: event.pageX, y: event.pageY, isDrag: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!press.current) return;
      const [x, y] = [event.pageX - press.current.x, event.pageY - press.current.y];
      if (!press.current.isDrag && Math.hypot(x, y) < SLACK) return;
      press.current.isDrag = true;
      scrollAlong(event.clientY);
      setDrag({ from, x, y, to: placeBelow(event, from) });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const to = press.current?.isDrag ? placeBelow(event, from) : from;
      end();
      if (to !== from) onMove(from, to);
    },
    onPointerCancel: end,
  });
  return { drag, handlersOf };
}

const canDrag = ({ pointerType, target }: PointerEvent): boolean =>
  pointerType === 'mouse' || (target as Element).closest(`[${GRIP}]`) !== null;

/**
 * The index of the item under the pointer, other than the dragged one; otherwise the index that it
 * came from.
 */
function placeBelow({ clientX, clientY }: PointerEvent, from: number): number {
  const indices = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest(`[${ITEM}]`)?.getAttribute(ITEM) ?? String(from));
  return Number(indices.find((index) => index !== String(from)) ?? from);
}

function scrollAlong(y: number): void {
  if (y < EDGE) scrollBy(0, -STEP);
  if (y > innerHeight - EDGE) scrollBy(0, STEP);
}
