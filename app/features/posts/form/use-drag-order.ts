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
type Press = { x: number; y: number; isDrag: boolean };

/**
 * Puts the items of a list in order by dragging: with a mouse by the item, with a finger by its
 * grip, as it scrolls with the rest. Browsers drag nothing by a finger themselves, or only after a
 * long press.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  // Beside the state: a quick finger lets go before what it moved has been rendered.
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

/** The place of the item under the pointer besides the dragged one; else where that came from. */
function placeBelow({ clientX, clientY }: PointerEvent, from: number): number {
  const places = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest(`[${ITEM}]`)?.getAttribute(ITEM) ?? String(from));
  return Number(places.find((place) => place !== String(from)) ?? from);
}

function scrollAlong(y: number): void {
  if (y < EDGE) scrollBy(0, -STEP);
  if (y > innerHeight - EDGE) scrollBy(0, STEP);
}
