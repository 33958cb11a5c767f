import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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
export const PATIENCE_MS = 300_000;

/** The first of these programs that is installed: a path, or a name on PATH; null if none is. */
export function findProgram(...names: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether an address leaves this machine. */
export const isForeign = (url: string): boolean =>
  /^(https?|wss?|ftp):/i.test(url) && new URL(url).hostname !== '127.0.0.1';
