/** Reads deploy/Dockerfile and what it leaves out, as far as this project writes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Step = { word: string; rest: string };

/** Its steps in order; continued lines are one, comments none. */
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

/** Whether a path, from the root and with slashes, is left out of the image. */
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

/** What the last CMD starts. */
export function commandOf(steps: Step[]): string[] {
  return JSON.parse(steps.findLast(({ word }) => word === 'CMD')!.rest);
}

/** What ENV sets in the last stage. */
export function environmentOf(steps: Step[]): Record<string, string> {
  const { rest } = steps.findLast(({ word }) => word === 'ENV')!;
  return Object.fromEntries(
    [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
}
