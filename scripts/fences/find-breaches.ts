import { checkCitations } from './citations.ts';
import { checkCycles } from './cycles.ts';
import { checkFaces } from './faces.ts';
import { checkGlobals } from './globals.ts';
import { checkImports } from './imports.ts';
import { checkLineLengths } from './line-lengths.ts';
import { checkMachinePaths, checkNames, checkRoots } from './names.ts';
import { checkPaths } from './paths.ts';
import { readSources, type Breach } from './sources.ts';
import { checkUnused } from './unused.ts';

/** Every broken rule under a folder with this repository's layout, ordered by path. */
export function findBreaches(root: string): { fileCount: number; breaches: Breach[] } {
  const sources = readSources(root);
  const breaches = sources.flatMap((source) => [
    ...checkNames(source),
    ...checkMachinePaths(source),
    ...checkLineLengths(source),
    ...(source.program ? [...checkImports(source), ...checkGlobals(source)] : []),
  ]);
  const ofAll = [
    checkRoots,
    checkFaces,
    checkCycles,
    checkCitations,
    checkPaths,
    checkUnused,
  ].flatMap((check) => check(sources));
  return { fileCount: sources.length, breaches: [...breaches, ...ofAll] };
}
