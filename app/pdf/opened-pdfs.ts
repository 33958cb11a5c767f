/**
 * The open PDFs: displayed, prefetched, or recently displayed. Evicted by hand: for six entries, a
 * library would cost the reading room more bytes than this file.
 */
import { api } from '#app/api/browser.ts';
import type { OpenPdf } from './open-pdf.ts';
import { pdfLabels } from './labels.ts';

/** Two each of the current, previous and next proposal. */
const MOST_OPEN = 6;
/** Milliseconds for the largest document over a slow connection. */
const TIMEOUT_MS = 1_800_000;
/** CSS pixels: a small rendering, which loads everything that drawing the page needs. */
const AHEAD_WIDTH = 160;

/**
 * `owner` is the path of what has the document in the API; `key` identifies the stored document: a
 * replacement is a different PDF.
 */
export type PdfSource = { owner: string; kind: string; key: string };

/** By name, the most recently used last. */
const opened = new Map<string, Promise<OpenPdf>>();
const nameOf = ({ owner, kind, key }: PdfSource) => `${owner}:${kind}:${key}`;

/**
 * Opens a PDF once and caches it. Rejects with ApiError, `PdfStopped` or the error of pdf.js for a
 * broken file.
 */
export function requirePdf(source: PdfSource): Promise<OpenPdf> {
  const name = nameOf(source);
  const pdf = opened.get(name) ?? open(source);
  opened.delete(name);
  opened.set(name, pdf);
  pdf.catch(() => opened.get(name) === pdf && opened.delete(name));
  while (opened.size > MOST_OPEN) drop(opened.keys().next().value!);
  return pdf;
}

async function open({ owner, kind }: PdfSource): Promise<OpenPdf> {
  const options = { fallback: pdfLabels.unreachable, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const [{ openPdf }, file] = await Promise.all([
    import('./open-pdf.ts'),
    api.viewDocument(owner, kind, options),
  ]);
  return openPdf(await file.arrayBuffer());
}

/** Prefetches a PDF and prepares its first page. Ignores failures. */
export async function preparePdf(source: PdfSource): Promise<void> {
  const name = nameOf(source);
  if (opened.has(name)) return;
  try {
    const pdf = await requirePdf(source);
    await pdf.draw(1, AHEAD_WIDTH, document.createElement('div'), new AbortController().signal);
  } catch {
    // It is fetched again, with an error message, when somebody wants to read it.
    drop(name);
  }
}

/** Drops a PDF that was stopped, so that the next attempt starts over. */
export const forgetPdf = (source: PdfSource): void => drop(nameOf(source));

/** When the reading room is left: no documents stay in memory. */
export const closePdfs = (): void => [...opened.keys()].forEach(drop);

function drop(name: string): void {
  const pdf = opened.get(name);
  opened.delete(name);
  pdf?.then(
    (open) => open.close(),
    () => {},
  );
}
