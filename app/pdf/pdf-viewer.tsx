import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import css from './pdf-viewer.module.css';
import { pdfLabels } from './labels.ts';
import type { OpenPdf, PageSize } from './open-pdf.ts';
import { forgetPdf, requirePdf, type PdfSource } from './opened-pdfs.ts';
import { PdfPage } from './pdf-page.tsx';
import { PdfStopped } from './pdf-guard.ts';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { usePdfSearch, type FoundMatch, type PdfSearch } from './use-pdf-search.ts';

/** Pages displayed at most: longer documents need a PDF program. */
const MOST_PAGES = 500;

type Props = {
  source: PdfSource;
  label: string;
  /** Bytes; undefined where it might tell whose it is. */
  size?: number | undefined;
  searchId: string;
  /** Called when the first page can be read, or has failed. */
  onReady?: () => void;
};
/** Of the pages that scroll. */
export const pagesIdOf = (searchId: string): string => `${searchId}-pages`;

/** The page in view, for a match that was current then. */
type ViewPosition = { page: number; current: FoundMatch | undefined };
type LoadedPdf = { pdf: OpenPdf; first: PageSize };

/** Displays a PDF. One that never finishes is stopped; downloading it does not depend on this. */
export function PdfViewer({ source, label, size, searchId, onReady }: Props) {
  const [tries, setTries] = useState(0);
  const { opened, error, refuse } = usePdf(source, tries);
  const [zoom, setZoom] = useState(1);
  const [seen, setSeen] = useState<ViewPosition>({ page: 1, current: undefined });
  const section = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const { isFullScreen, toggle } = useFullScreen(section);
  const pageCount = Math.min(opened?.pdf.pageCount ?? 0, MOST_PAGES);
  const search = usePdfSearch(opened?.pdf ?? null, pageCount);
  const { current } = search;
  // A match may be on a short page in view although another page is above it.
  const page = current && current !== seen.current ? current.page : seen.page;
  const told = useRef(onReady);
  useEffect(() => void (told.current = onReady));
  useEffect(() => void (error && told.current?.()), [error]);

  return (
    <section ref={section} className={css.viewer} aria-label={label}>
      <PdfToolbar
        {...{ label, searchId, page, zoom, search, isFullScreen }}
        pageCount={opened?.pdf.pageCount ?? 0}
        onZoom={setZoom}
        onFullScreen={toggle}
      />
      <div
        ref={scroller}
        id={pagesIdOf(searchId)}
        className={css.scroller}
        role="region"
        aria-label={pdfLabels.pages(label)}
        tabIndex={0}
        onScroll={() => setSeen({ page: pageInView(scroller.current!), current })}
      >
        {error === null ? (
          <Pages
            {...{ opened, search, scroller, width: Math.floor(width * zoom) }}
            loading={pdfLabels.loading(size === undefined ? label : formatBytes(size))}
            onReady={() => told.current?.()}
            onError={refuse}
          />
        ) : (
          <div className={css.message} role="alert">
            <p>{describe(error)}</p>
            <Button variant="secondary" isSmall onClick={() => setTries(tries + 1)}>
              {pdfLabels.retry}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

type PagesProps = {
  opened: LoadedPdf | null;
  loading: string;
  /** The width of a page in CSS pixels. */
  width: number;
  search: PdfSearch;
  scroller: RefObject<HTMLElement | null>;
  onReady: () => void;
  onError: (error: unknown) => void;
};

function Pages({ opened, loading, width, search, scroller, onReady, onError }: PagesProps) {
  if (!opened)
    return (
      <p className={css.message} role="status">
        {loading}
      </p>
    );
  const { pdf, first } = opened;
  return (
    <>
      {Array.from({ length: Math.min(pdf.pageCount, MOST_PAGES) }, (_, index) => (
        <PdfPage
          key={index}
          {...{ pdf, width, scroller, onError }}
          number={index + 1}
          expected={first}
          found={search.found}
          current={search.current}
          onDrawn={(number) => number === 1 && onReady()}
        />
      ))}
      {pdf.pageCount > MOST_PAGES && (
        <p className={css.message}>{pdfLabels.first(MOST_PAGES, pdf.pageCount)}</p>
      )}
    </>
  );
}

function describe(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof PdfStopped ? pdfLabels.stopped : pdfLabels.unreadable;
}

/** Opens the PDF and measures its first page; each attempt opens it again. */
function usePdf({ owner, kind, key }: PdfSource, tries: number) {
  const [opened, setOpened] = useState<LoadedPdf | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isOver = false;
    const source = { owner, kind, key };
    const open = async () => {
      if (tries > 0) forgetPdf(source);
      setError(null);
      const pdf = await requirePdf(source);
      const first = await pdf.sizeOf(1);
      if (!isOver) setOpened({ pdf, first });
    };
    open().catch((cause: unknown) => isOver || setError(cause));
    return () => {
      isOver = true;
      setOpened(null);
    };
  }, [owner, kind, key, tries]);
  return { opened, error, refuse: setError };
}

/** The maximum width of a page in CSS pixels; 0 until the screen has a layout. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry!.contentRect.width)),
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFullScreen, setFullScreen] = useState(false);
  useEffect(() => {
    const follow = () => setFullScreen(document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [element]);
  const toggle = () =>
    void (
      document.fullscreenElement
        ? document.exitFullscreen()
        : element.current?.requestFullscreen?.()
    )?.catch(() => {});
  return { isFullScreen, toggle };
}

/** The last page that begins in the upper half of the view, counted from 1. */
function pageInView(scroller: HTMLElement): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  const pages = [...scroller.querySelectorAll<HTMLElement>('[data-page]')];
  const begun = pages.filter((page) => page.offsetTop <= middle);
  return Math.max(begun.length, 1);
}
