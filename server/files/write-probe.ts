import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk with less free space than this, in bytes, counts as full. */
const PROBE_BYTES = 256 * 1024;
const CONTENT = Buffer.alloc(PROBE_BYTES, 1);

/** An interrupted write leaves one of these, which the sweep removes. */
export const PARTIAL_PREFIX = '.partial-';

/**
 * Writes a file and deletes it again: the only reliable test for a disk that is full, read-only or
 * over quota, or for missing file descriptors.
 */
export async function probeFolder(dir: string): Promise<void> {
  const path = join(dir, PARTIAL_PREFIX + randomUUID());
  try {
    await writeFile(path, CONTENT, { flag: 'wx' });
  } catch (error) {
    // Write errors do not name the path.
    throw Object.assign(error as Error, { path: dir });
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
