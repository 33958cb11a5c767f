/** What anybody can do with the public record: contract §9.8. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The script as it stands in the contract. */
function readScript(): string {
  const contract = readFileSync(join(import.meta.dirname, '../docs/contract.md'), 'utf8');
  return /```js\n(import \{ createHash \}[\s\S]*?)```/.exec(contract)![1]!;
}

/** What the script prints of a program, and of one receipt in it. */
export async function checkRecord(
  site: string,
  programId: string,
  receipt: string,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-check-'));
  try {
    const file = join(folder, 'check.mjs');
    writeFileSync(file, readScript());
    const words = [file, site, programId, receipt];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    return stdout.trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
