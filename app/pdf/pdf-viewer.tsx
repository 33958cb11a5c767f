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
import { usePdfSearch, type Found, type PdfSearch } from './use-pdf-search.ts';

/** Pages that are shown: more are read in a program of its own. */
const MOST_PAGES = 500;

type Props = {
  source: PdfSource;
  label: string;
  /** Bytes. */
  size: number;
  searchId: string;
  /** Told when the first page can be read, or never will be. */
  onReady?: () => void;
};
/** Scrolled to, while those words were shown. */
type Seen = { page: number; current: Found | undefined };
type Opened = { pdf: OpenPdf; first: PageSize };

/** A PDF in the page. One that never ends is stopped; its download does not depend on this. */
export function PdfViewer({ source, label, size, searchId, onReady }: Props) {
  const [tries, setTries] = useState(0);
  const { opened, error, refuse } = usePdf(source, tries);
  const [zoom, setZoom] = useState(1);
  const [seen, setSeen] = useState<Seen>({ page: 1, current: undefined });
  const section = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const { isFullScreen, toggle } = useFullScreen(section);
  const pageCount = Math.min(opened?.pdf.pageCount ?? 0, MOST_PAGES);
  const search = usePdfSearch(opened?.pdf ?? null, pageCount);
  const { current } = search;
  // A short page in sight holds the words, though another one stands above it.
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
        className={css.scroller}
        role="region"
        aria-label={pdfLabels.pages(label)}
        tabIndex={0}
        onScroll={() => setSeen({ page: pageInView(scroller.current!), current })}
      >
        {error === null ? (
          <Pages
            {...{ opened, size, search, scroller, width: Math.floor(width * zoom) }}
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
  opened: Opened | null;
  size: number;
  /** CSS pixels of a page. */
  width: number;
  search: PdfSearch;
  scroller: RefObject<HTMLElement | null>;
  onReady: () => void;
  onError: (error: unknown) => void;
};

function Pages({ opened, size, width, search, scroller, onReady, onError }: PagesProps) {
  if (!opened)
    return (
      <p className={css.message} role="status">
        {pdfLabels.loading(formatBytes(size))}
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

/** Opened, and its first page measured; opened anew for each try. */
function usePdf({ proposalId, kind, key }: PdfSource, tries: number) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isOver = false;
    const source = { proposalId, kind, key };
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
  }, [proposalId, kind, key, tries]);
  return { opened, error, refuse: setError };
}

/** CSS pixels that a page may be wide; 0 until the screen is laid out. */
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

/** The last page that begins in the upper half of what is seen, counted from 1. */
function pageInView(scroller: HTMLElement): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  const pages = [...scroller.querySelectorAll<HTMLElement>('[data-page]')];
  const begun = pages.filter((page) => page.offsetTop <= middle);
  return Math.max(begun.length, 1);
}
