/**
 * PDFs come from strangers: some are made so that a reader never comes to an end. Whatever one is
 * asked for has a limit, after which its worker is stopped.
 */

/** Milliseconds that one piece of work may take while the screen is looked at. */
export const PDF_LIMIT_MS = 10_000;

export class PdfStopped extends Error {
  constructor() {
    super('The PDF took too long and was stopped.');
    this.name = 'PdfStopped';
  }
}

type Limits = {
  /** Ends the work itself: without it a promise that nobody waits for would go on. */
  stop: () => void;
  limitMs?: number;
  /** Nothing is drawn while nobody looks; that is no fault of the PDF. */
  isAside?: () => boolean;
};

/** The work's answer. Refuses with `PdfStopped`, after calling `stop`, when the limit is over. */
export function withinLimit<T>(
  work: Promise<T>,
  { stop, limitMs = PDF_LIMIT_MS, isAside = isHidden }: Limits,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        if (isAside()) return wait();
        reject(new PdfStopped());
        stop();
      }, limitMs);
    };
    wait();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const isHidden = (): boolean => document.hidden;
