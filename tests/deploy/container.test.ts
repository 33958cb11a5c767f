/** Checks deploy/'s Dockerfile and compose file as far as possible without building an image. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '#server/config.ts';
import { commandOf, environmentOf, readDockerfile, readIgnored } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '../..');
const steps = readDockerfile(ROOT);
const compose = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
const start: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start;
const restsOf = (wanted: string) =>
  steps.filter(({ word }) => word === wanted).map(({ rest }) => rest);

test('the image starts what npm start starts, with the same limits of memory', () => {
  const [program, ...args] = commandOf(steps);
  expect(program).toBe('node_modules/node/bin/node');
  expect(start.endsWith(`node_modules/.bin/node ${args.join(' ')}`)).toBe(true);
  const environment = environmentOf(steps);
  for (const [, name, value] of start.matchAll(/\b(NODE_ENV|MALLOC_\w+)=(\S+)/g))
    expect(environment[name!]).toBe(value);
});

test('the applicable rules of hadolint: pinned versions, no root, no shell as entry point', () => {
  for (const word of steps.map((step) => step.word))
    expect(
      'FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK CMD'.split(' '),
    ).toContain(word);
  for (const image of restsOf('FROM')) expect(image).toMatch(/^\w+:\d+-[\w-]+( AS \w+)?$/);
  for (const folder of restsOf('WORKDIR')) expect(folder).toMatch(/^\//);
  expect(restsOf('USER')).toEqual(['node']);
  expect(restsOf('HEALTHCHECK')).toHaveLength(1);
  expect(restsOf('CMD')).toHaveLength(1);
  for (const command of restsOf('RUN')) expect(command).not.toMatch(/\bsudo\b|\bcd \/|\|/);
});

test('copied files exist, and secrets, data and tests are left out', () => {
  const isIgnored = readIgnored(ROOT);
  for (const copied of restsOf('COPY').filter((rest) => !rest.startsWith('--from')))
    for (const source of copied.split(' ').slice(0, -1))
      expect(existsSync(join(ROOT, source)), source).toBe(true);
  for (const path of [
    ...['.git/config', 'data/pitch-trek.sqlite', 'deploy/.env', '.env', 'node_modules/node'],
    ...['tests/app.ts', 'server/start.test.ts', 'build/server/x.js'],
  ])
    expect(isIgnored(path), path).toBe(true);
  for (const path of ['server/main.ts', 'scripts/build.mjs', 'package-lock.json', 'app/routes.ts'])
    expect(isIgnored(path), path).toBe(false);
});

test('the compose file only sets variables that the product reads', () => {
  const product = /\n {2}product:\n([\s\S]+?)\n\n/.exec(compose)![1]!;
  const names = [...product.matchAll(/^ {6}([A-Z\d_]+): /gm)].map((match) => match[1]!);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(SETTINGS).toHaveProperty(name);
});

test('the compose file has no image "latest", no password and no public port', () => {
  const images = [...compose.matchAll(/^ {4}image: (\S+)$/gm)].map((match) => match[1]!);
  expect(images.length).toBeGreaterThan(5);
  for (const image of images.filter((one) => one !== 'pitch-trek'))
    expect(image).toMatch(/:(?!latest).*\d/);
  for (const [, value] of compose.matchAll(/(?:PASSWORD|SECRET\w*): (\S+)/g))
    expect(value).toMatch(/^\$\{/);
  for (const [, port] of compose.matchAll(/ports: \['([^']+)'\]/g))
    expect(port).toMatch(/^127\.0\.0\.1:/);
});
