import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** Waits until a file's bytes, or a directory's names, are on the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** By folder: a sync that has not begun yet. */
const soon = new Map<string, Promise<void>>();

/**
 * The same for a folder into which a file was just moved: whoever asks in the same iteration of the
 * event loop shares one sync, which begins after all of them have asked.
 */
export function syncFolder(path: string): Promise<void> {
  const shared = soon.get(path) ?? syncSoon(path);
  soon.set(path, shared);
  return shared;
}

async function syncSoon(path: string): Promise<void> {
  await setImmediate();
  soon.delete(path);
  await syncPath(path);
}
