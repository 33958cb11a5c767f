import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk with less room than this, in bytes, is as good as full. */
const PROBE_BYTES = 256 * 1024;
const CONTENT = Buffer.alloc(PROBE_BYTES, 1);

/** An interrupted write leaves one of these; the sweep removes it. */
export const PARTIAL_PREFIX = '.partial-';

/**
 * Writes a file and deletes it again: full, read-only, over its quota, without free file
 * descriptors: nothing else says it for sure.
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
