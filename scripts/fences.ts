/**
 * What no tool can say of docs/house.md: circles of folders and files, citations that lead nowhere,
 * paths of one machine. The walls between the rooms are ESLint's, unused code is knip's. `npm run
 * fences` prints file:line and the reason; exits with 1 if one is broken.
 */
import { join } from 'node:path';
import { checkCitations } from './fences/citations.ts';
import { checkCycles } from './fences/cycles.ts';
import { breachAt, readSources } from './fences/sources.ts';

const HOME_FOLDERS =
  /(?<![\w.:/])(?:file:\/\/)?\/(?:home|root|tmp|Users|mnt|private)\/[\w.-]|[A-Z]:\\\\?Users\\/;

const sources = readSources(join(import.meta.dirname, '..'));
const ofOneMachine = sources
  .map((source) => ({ source, offset: source.text.search(HOME_FOLDERS) }))
  .filter(({ offset }) => offset >= 0)
  .map(({ source, offset }) => breachAt(source, offset, 'a path of one machine'));
const breaches = [...checkCycles(sources), ...checkCitations(sources), ...ofOneMachine];
for (const { path, line, reason } of breaches) console.error(`${path}:${line}  ${reason}`);
console.log(
  breaches.length === 0
    ? `Fences hold: ${sources.length} files.`
    : `\n${breaches.length} broken in ${sources.length} files. The rules and why: docs/house.md`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
