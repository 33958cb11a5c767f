import { FACES } from './face-table.ts';
import { findSpecifiers, resolveInRepository } from './imports.ts';
import { breachAt, isTest, type Breach, type Source } from './sources.ts';

const INSIDE =
  "is inside its room: import what the room's face offers, or add the file to the face in scripts/fences/face-table.ts";

/** Nobody outside a room imports a file that the room's face does not name (docs/house.md). */
export const checkFaces = (sources: Source[]): Breach[] =>
  sources.flatMap((source) =>
    source.program && !isTest(source.path)
      ? findSpecifiers(source.program).flatMap(({ name, start }) =>
          isInside(source.path, resolveInRepository(source.path, name))
            ? [breachAt(source, start, `'${name}' ${INSIDE}`)]
            : [],
        )
      : [],
  );

/** For tests: entries of faces that nobody outside imports. */
export function findUnusedFaces(sources: Source[]): string[] {
  const used = new Set<string>();
  for (const { path, program } of sources)
    if (program && !isTest(path))
      for (const { name } of findSpecifiers(program)) {
        const target = resolveInRepository(path, name)?.replace(/\?.*$/, '');
        const room = target && roomOf(target);
        if (room && !path.startsWith(`${room}/`)) used.add(target);
      }
  return [...FACES].flatMap(([room, files]) =>
    [...files].map((file) => `${room}/${file}`).filter((path) => !used.has(path)),
  );
}

const roomOf = (path: string): string | undefined =>
  [...FACES.keys()].find((name) => path.startsWith(`${name}/`));

function isInside(path: string, target: string | null): boolean {
  const room = target && roomOf(target);
  if (!room || path.startsWith(`${room}/`)) return false;
  return !FACES.get(room)!.has(target.slice(room.length + 1).replace(/\?.*$/, ''));
}
