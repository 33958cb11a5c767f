import type { ReactNode } from 'react';
import css from './pdf-viewer.module.css';
import { pdfLabels } from './labels.ts';
import type { PdfSearch } from './use-pdf-search.ts';

/** From an overview of a page to the small print of a table. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

type Props = {
  label: string;
  searchId: string;
  page: number;
  pageCount: number;
  zoom: number;
  onZoom: (zoom: number) => void;
  search: PdfSearch;
  isFullScreen: boolean;
  onFullScreen: () => void;
};

export function PdfToolbar(props: Props) {
  const { label, page, pageCount, zoom, onZoom, isFullScreen, onFullScreen } = props;
  const at = ZOOMS.indexOf(zoom);
  const zoomTo = (next: number | undefined) => next && onZoom(next);
  return (
    <div className={`${css.toolbar} row`} role="group" aria-label={pdfLabels.tools(label)}>
      <span className={css.place}>{pageCount > 0 && pdfLabels.place(page, pageCount)}</span>
      <span className={css.group}>
        <Tool label={pdfLabels.zoomOut} onClick={() => zoomTo(ZOOMS[at - 1])} sign="−" />
        <button type="button" className={css.tool} onClick={() => onZoom(1)} title={pdfLabels.fit}>
          {pdfLabels.zoomed(zoom)}
        </button>
        <Tool label={pdfLabels.zoomIn} onClick={() => zoomTo(ZOOMS[at + 1])} sign="+" />
      </span>
      <SearchTools {...props} />
      <span className={css.full}>
        <Tool
          label={isFullScreen ? pdfLabels.leaveFullScreen : pdfLabels.fullScreen}
          onClick={onFullScreen}
          sign={<i className={css.frame} />}
        />
      </span>
    </div>
  );
}

function SearchTools({ search, searchId }: Props) {
  const { query, setQuery, found, isDone, at, step } = search;
  const pending = isDone ? pdfLabels.notFound : pdfLabels.searching;
  const status = found.length > 0 ? pdfLabels.found(at + 1, found.length) : pending;
  return (
    <span className={css.search}>
      <input
        id={searchId}
        type="search"
        aria-label={pdfLabels.search}
        placeholder={pdfLabels.searchHint}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') {
            setQuery('');
            event.currentTarget.blur();
          }
        }}
      />
      <span className={css.status} role="status">
        {query.trim() && status}
      </span>
      {found.length > 1 && (
        <>
          <Tool label={pdfLabels.previous} onClick={() => step(-1)} sign="↑" />
          <Tool label={pdfLabels.next} onClick={() => step(1)} sign="↓" />
        </>
      )}
    </span>
  );
}

type ToolProps = { label: string; sign: ReactNode; onClick: () => void };

const Tool = ({ label, sign, onClick }: ToolProps) => (
  <button type="button" className={css.tool} aria-label={label} title={label} onClick={onClick}>
    <span aria-hidden="true">{sign}</span>
  </button>
);
