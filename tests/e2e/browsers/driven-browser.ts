/** A browser that Playwright does not drive, with one page. */
export type DrivenBrowser = {
  /** Name and version, as it states them. */
  name: string;
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** The value of a JavaScript expression in the page; it must be JSON. */
  read(expression: string): Promise<unknown>;
  /** What pages have asked for from other hosts so far, and the dialogs that they have opened. */
  findings(): string[];
  close(): Promise<void>;
};

/** Time in which a browser starts or answers on a busy machine. */
export const MAX_WAIT_MS = 300_000;

/** Whether an address leaves this machine. */
export const isForeign = (url: string): boolean =>
  /^(https?|wss?|ftp):/i.test(url) && new URL(url).hostname !== '127.0.0.1';
