import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import css from './pdf-viewer.module.css';
import { pdfLabels } from './labels.ts';
import { markText } from './mark-text.ts';
import type { DrawnPage, OpenPdf, PageSize } from './open-pdf.ts';
import type { FoundMatch } from './use-pdf-search.ts';

/** Pages within this distance of the view are drawn in advance; others free their memory. */
const AHEAD = '500px 0px';

type Props = {
  pdf: OpenPdf;
  number: number;
  /** CSS pixels. */
  width: number;
  /** The size of the first page, until this one's is known. */
  expected: PageSize;
  scroller: RefObject<HTMLElement | null>;
  found: readonly FoundMatch[];
  current: FoundMatch | undefined;
  onDrawn: (number: number) => void;
  onError: (error: unknown) => void;
};

/** One page: its space is always reserved, its content only drawn near the view. */
export function PdfPage(props: Props) {
  const { pdf, number, width, expected, scroller, found, current, onDrawn, onError } = props;
  const place = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(number === 1);
  const [size, setSize] = useState(expected);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const told = useRef({ onDrawn, onError });
  useEffect(() => void (told.current = { onDrawn, onError }));

  useEffect(() => {
    const follow = (entries: IntersectionObserverEntry[]) => {
      const { isIntersecting } = entries.at(-1)!;
      setNear(isIntersecting);
      if (!isIntersecting) setDrawn(null);
    };
    const observer = new IntersectionObserver(follow, {
      root: scroller.current,
      rootMargin: AHEAD,
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [scroller]);

  useEffect(() => {
    if (!isNear || width === 0) return undefined;
    const gone = new AbortController();
    const draw = async () => {
      const [natural, page] = await Promise.all([
        pdf.sizeOf(number),
        pdf.draw(number, width, layer.current!, gone.signal),
      ]);
      if (gone.signal.aborted) return;
      setSize(natural);
      setDrawn(page);
      told.current.onDrawn(number);
    };
    draw().catch((error: unknown) => gone.signal.aborted || told.current.onError(error));
    return () => gone.abort();
  }, [pdf, number, width, isNear]);

  const canvas = drawn?.canvas;
  useEffect(() => {
    const host = place.current!;
    if (!canvas) {
      layer.current!.replaceChildren();
      return undefined;
    }
    host.prepend(canvas);
    return () => canvas.remove();
  }, [canvas]);

  const matches = useMemo(
    () => found.filter(({ page }) => page === number).map(({ match }) => match),
    [found, number],
  );
  const mark = current?.page === number ? current.match : undefined;
  useEffect(() => {
    const page = place.current!;
    const range = markText(page, drawn?.spans ?? [], matches, mark);
    if (mark) scrollTo(scroller.current!, (range ?? page).getBoundingClientRect().top);
    return () => void markText(page, [], [], undefined);
  }, [drawn, matches, mark, scroller]);

  return (
    <div
      ref={place}
      className={css.page}
      data-page={number}
      data-drawn={canvas ? '' : undefined}
      role="group"
      aria-label={pdfLabels.page(number)}
      style={{ width, height: (width * size.height) / size.width }}
    >
      <div ref={layer} className={css.text} />
    </div>
  );
}

/** Scrolls so that the given offset is a third of the way down the scroller. */
function scrollTo(scroller: HTMLElement, top: number): void {
  const { top: edge, height } = scroller.getBoundingClientRect();
  if (top < edge || top > edge + height * 0.8) scroller.scrollTop += top - edge - height / 3;
}
