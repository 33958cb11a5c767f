import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes: a disk with less room than this is as good as full. */
const PROBE_BYTES = 256 * 1024;
const CONTENT = Buffer.alloc(PROBE_BYTES, 1);

/** A write that is cut off leaves one of these; the sweep takes it. */
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
    // Errors of writing do not say where.
    throw Object.assign(error as Error, { path: dir });
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
