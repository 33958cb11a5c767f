import { useEffect, useRef, useState } from 'react';
import type { Match, TextItem } from './find-text.ts';
import type { OpenPdf } from './open-pdf.ts';

const TYPING_MS = 200;
/** Matches displayed at most: a search for "a" must not freeze the screen. */
const MAX_MATCHES = 1_000;
export type FoundMatch = { page: number; match: Match };
type Answer = { query: string; found: FoundMatch[]; isDone: boolean };
const NOTHING: Answer = { query: '', found: [], isDone: true };

/**
 * Searches the first `pageCount` pages one after the other and shows matches as they are found. The
 * text of a page is extracted once.
 */
export function usePdfSearch(pdf: OpenPdf | null, pageCount: number) {
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState<Answer>(NOTHING);
  const [at, setAt] = useState(0);
  const texts = useRef(new Map<number, TextItem[]>());

  useEffect(() => {
    let isOver = false;
    const search = async () => {
      const found: FoundMatch[] = [];
      for (let page = 1; page <= pageCount && found.length < MAX_MATCHES; page += 1) {
        const text = texts.current.get(page) ?? (await pdf!.textOf(page).catch(() => []));
        if (isOver) return;
        texts.current.set(page, text);
        const here = pdf!.find(text, query);
        found.push(...here.map((match) => ({ page, match })));
        if (here.length > 0) setAnswer({ query, found: [...found], isDone: false });
      }
      setAnswer({ query, found, isDone: true });
    };
    const timer = setTimeout(() => {
      setAt(0);
      setAnswer({ ...NOTHING, query, isDone: !query.trim() });
      if (pdf && query.trim()) void search();
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [pdf, pageCount, query]);

  const { found } = answer;
  const step = (by: number) =>
    found.length > 0 && setAt((current) => (current + by + found.length) % found.length);
  return { query, setQuery, found, isDone: answer.isDone, at, current: found[at], step };
}

export type PdfSearch = ReturnType<typeof usePdfSearch>;
