import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig, SETTINGS } from '#server/config.ts';
import { SENTENCES, writeEnvExample } from './settings.ts';

const text = readFileSync(join(import.meta.dirname, '../deploy/.env.example'), 'utf8');

test('deploy/.env.example matches the settings; else run: npm run settings', () =>
  expect(text).toBe(writeEnvExample()));

test('every setting has a sentence, and no other name has one', () => {
  expect(Object.keys(SENTENCES).sort()).toEqual(Object.keys(SETTINGS).sort());
  for (const sentence of Object.values(SENTENCES)) expect(sentence).toMatch(/^[\w/].+\.$/);
});

test('with every # removed it means the same as an empty file', () => {
  const settings = parseEnv(text.replace(/^#([A-Z_\d]+=)/gm, '$1'));
  expect(Object.keys(settings)).toHaveLength(Object.keys(SETTINGS).length);
  expect(readConfig(settings as Record<string, string>)).toEqual(readConfig({}));
});
