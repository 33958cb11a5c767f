import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BREAKING_STREAMS, EMPTY_BLOCKS } from '#tests/hostile-streams.ts';
import { rawPdf } from '#tests/raw-pdfs.ts';
import { ParseBudget } from './budget.ts';
import { inspectStructure } from './structure.ts';

const dir = mkdtempSync(join(tmpdir(), 'pdf-'));
afterAll(() => rmSync(dir, { recursive: true }));

function inspect(bytes: Buffer) {
  const path = join(dir, 'file.pdf');
  writeFileSync(path, bytes);
  const [fd, budget] = [openSync(path, 'r'), new ParseBudget()];
  const result = inspectStructure(fd, budget);
  closeSync(fd);
  return { result, budget };
}

test.each(Object.keys(BREAKING_STREAMS))('a stream %s counts, although it breaks', (name) => {
  const { make, bytes } = BREAKING_STREAMS[name]!;
  const { result, budget } = inspect(make());
  expect(result).toMatchObject({ ok: true, markers: ['unsearched'] });
  expect(budget.heldBytes).toBeGreaterThan(bytes);
});

test.each(Object.keys(EMPTY_BLOCKS))('empty blocks %s count', (name) => {
  const { result, budget } = inspect(EMPTY_BLOCKS[name]!());
  expect(result).toMatchObject({ ok: true, markers: ['unsearched'] });
  expect(budget.parsedBytes).toBeGreaterThan(24 * 1024 * 1024);
});

test.each([
  ['names', `/${'#61'.repeat(100_000)}`],
  ['strings', '(\\101)'.repeat(50_000)],
])('escapes in %s count more than other characters', (_, text) => {
  const costOf = (body: string) =>
    inspect(rawPdf({ objects: [`<< /Pages 2 0 R /A [${body}] >>`] })).budget.parsedBytes;
  const plain = costOf(text.replaceAll(/[#\\]/g, 'a'));
  expect(costOf(text)).toBeGreaterThan(plain + text.length);
});
