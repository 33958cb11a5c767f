/** PDFs that are open: on the screen, fetched ahead for the next, looked at last. */
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { api } from '#app/api/browser.ts';
import type { OpenPdf } from './open-pdf.ts';
import { pdfLabels } from './labels.ts';

/** Of one proposal, the one before and the one after, two each. */
const MOST_OPEN = 6;
/** CSS pixels: enough to have everything that drawing the page needs. */
const AHEAD_WIDTH = 160;

/** `key` is the document's own: one that takes its place is another PDF. */
export type PdfSource = { proposalId: string; kind: DocumentKind; key: string };

/** By their names, the one that was asked for last at the end. */
const opened = new Map<string, Promise<OpenPdf>>();
const nameOf = ({ proposalId, kind, key }: PdfSource) => `${proposalId}:${kind}:${key}`;

/** Opened once and kept. Refuses ApiError, `PdfStopped` and what pdf.js says of a broken file. */
export function requirePdf(source: PdfSource): Promise<OpenPdf> {
  const name = nameOf(source);
  const pdf = opened.get(name) ?? open(source);
  opened.delete(name);
  opened.set(name, pdf);
  pdf.catch(() => opened.get(name) === pdf && opened.delete(name));
  while (opened.size > MOST_OPEN) drop(opened.keys().next().value!);
  return pdf;
}

async function open({ proposalId, kind }: PdfSource): Promise<OpenPdf> {
  const fallback = pdfLabels.unreachable;
  const [{ openPdf }, file] = await Promise.all([
    import('./open-pdf.ts'),
    api.viewDocument(proposalId, kind, { fallback }),
  ]);
  return openPdf(await file.arrayBuffer());
}

/** Fetches a PDF and gets its first page ready. Says nothing of a failure. */
export async function preparePdf(source: PdfSource): Promise<void> {
  const name = nameOf(source);
  if (opened.has(name)) return;
  try {
    const pdf = await requirePdf(source);
    await pdf.draw(1, AHEAD_WIDTH, document.createElement('div'), new AbortController().signal);
  } catch {
    // It is asked for again, and says so, when somebody wants to read it.
    drop(name);
  }
}

/** Forgets a PDF that was stopped, so that the next try begins anew. */
export const forgetPdf = (source: PdfSource): void => drop(nameOf(source));

/** When the reading room is left: nothing of anybody's documents stays. */
export const closePdfs = (): void => [...opened.keys()].forEach(drop);

function drop(name: string): void {
  const pdf = opened.get(name);
  opened.delete(name);
  pdf?.then(
    (open) => open.close(),
    () => {},
  );
}
