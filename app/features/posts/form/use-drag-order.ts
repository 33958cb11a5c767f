import { useEffect, useRef, useState, type PointerEvent } from 'react';

/** What is pressed while a finger may still want to scroll, and what is there to drag by. */
export const GRIP = 'data-grip';
const ITEM = 'data-place';
/** Pixels that a mouse may shake in a click. */
const SLACK = 4;
/** Pixels from the edge of the screen where the page scrolls along, and how many at once. */
const EDGE = 72;
const STEP = 14;

type Drag = { from: number; to: number; x: number; y: number };
type Start = { from: number; x: number; y: number };

/**
 * Puts the items of a list in order by dragging: with a mouse by the item, with a finger by its
 * grip, as it scrolls with the rest. Browsers drag nothing by a finger themselves, or only after a
 * long press.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const start = useRef<Start>(undefined);
  const [drag, setDrag] = useState<Drag>();
  const end = () => {
    start.current = undefined;
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
      start.current = { from, x: event.pageX, y: event.pageY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      const [x, y] = [event.pageX - start.current.x, event.pageY - start.current.y];
      if (!drag && Math.hypot(x, y) < SLACK) return;
      scrollAlong(event.clientY);
      setDrag({ from, x, y, to: placeBelow(event) ?? from });
    },
    onPointerUp() {
      if (start.current && drag && drag.to !== from) onMove(from, drag.to);
      end();
    },
    onPointerCancel: end,
  });
  return { drag, handlersOf };
}

const canDrag = ({ pointerType, target }: PointerEvent): boolean =>
  pointerType === 'mouse' || (target as Element).closest(`[${GRIP}]`) !== null;

/** The item under the pointer, besides the dragged one. */
function placeBelow({ clientX, clientY }: PointerEvent): number | undefined {
  const item = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest(`[${ITEM}]:not([data-dragged])`))
    .find((found) => found !== null);
  return item ? Number(item.getAttribute(ITEM)) : undefined;
}

function scrollAlong(y: number): void {
  if (y < EDGE) scrollBy(0, -STEP);
  if (y > innerHeight - EDGE) scrollBy(0, STEP);
}
