/** Reads deploy/Dockerfile and .dockerignore, as far as this project uses their syntax. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Step = { word: string; rest: string };

/** The steps in order, with continued lines joined and comments removed. */
export function readDockerfile(root: string): Step[] {
  return readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      return { word, rest };
    });
}

/** Whether a path, relative to the root and with slashes, is left out of the image. */
export function readIgnored(root: string): (path: string) => boolean {
  const patterns = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line
        .replace(/[.+^$()|[\]\\]/g, '\\$&')
        .replace(/\*\*\//g, '\0')
        .replace(/\*/g, '[^/]*')
        .replace(/\0/g, '(.*/)?');
      return new RegExp(`^${pattern}(/|$)`);
    });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** The command of the last CMD. */
export function commandOf(steps: Step[]): string[] {
  return JSON.parse(steps.findLast(({ word }) => word === 'CMD')!.rest);
}

/** The variables that ENV sets in the last stage. */
export function environmentOf(steps: Step[]): Record<string, string> {
  const { rest } = steps.findLast(({ word }) => word === 'ENV')!;
  return Object.fromEntries(
    [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
}
