/**
 * Checks the rules of docs/house.md that a compiler cannot check: `npm run fences [folder]`. Prints
 * file:line and the reason; exits with 1 if one is broken.
 */
import { resolve } from 'node:path';
import { findBreaches } from './fences/find-breaches.ts';

const root = resolve(process.argv[2] ?? `${import.meta.dirname}/..`);
const { fileCount, breaches } = findBreaches(root);
for (const { path, line, reason } of breaches) console.error(`${path}:${line}  ${reason}`);
console.log(
  breaches.length === 0
    ? `Fences hold: ${fileCount} files.`
    : `\n${breaches.length} broken in ${fileCount} files. The rules and why: docs/house.md`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
