/** Inspects PDF files as the product does: from disk, in a process of its own. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { inspectPdf } from '#server/pdf/inspect.ts';

/** Call it at the top level of a test file. The returned function also checks the digest. */
export function usePdfInspection() {
  let dir: string;
  let count = 0;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pdf-'));
  });
  afterAll(() => rm(dir, { recursive: true }));
  return async (bytes: Buffer | string) => {
    const path = join(dir, `${count++}.pdf`);
    await writeFile(path, bytes);
    const { sha256, ...structure } = await inspectPdf(path, 'applicant');
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    return structure;
  };
}
