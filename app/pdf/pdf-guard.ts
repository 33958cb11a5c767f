/**
 * PDFs come from strangers, and some are made so that rendering never ends. Every operation has a
 * limit, after which its worker is stopped.
 */

/** Milliseconds for one operation while the screen is visible. */
export const PDF_LIMIT_MS = 10_000;

export class PdfStopped extends Error {
  constructor() {
    super('The PDF took too long and was stopped.');
    this.name = 'PdfStopped';
  }
}

type Limits = {
  /** Ends the work itself: an abandoned promise would keep running. */
  stop: () => void;
  limitMs?: number;
  /** A hidden screen draws nothing, which is not the PDF's fault. */
  isAside?: () => boolean;
};

/**
 * Resolves with the work's result. When the limit is exceeded, calls `stop` and rejects with
 * `PdfStopped`.
 */
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
