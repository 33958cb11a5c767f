/** What the build hands out runs in Chrome 99, Safari 15.4 and Firefox 97. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MENDED } from '#app/missing-calls.ts';

const ASSETS = fileURLToPath(new URL('../../build/client/assets/', import.meta.url));
const isBuilt = existsSync(ASSETS);
const read = (ending: string) =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(ASSETS + name, 'utf8') }));

/** What a style sheet may not lean on: one of the three browsers drops the whole rule or line. */
const NEW_STYLES: readonly [string, RegExp][] = [
  ['ranges in media queries', /@media[^{]*[<>]/],
  ['nesting', /&/],
  ['single transforms', /[{;](?:rotate|scale|translate):/],
  ['new colours', /color-mix\(|light-dark\(|oklch\(|oklab\(/],
  ['container queries', /@container/],
];

/** Called without asking whether they are there, unless app/missing-calls.ts brings them. */
const NEW_CALLS =
  /\.(toSorted|toReversed|toSpliced|findLast|findLastIndex|groupBy|withResolvers|canParse|checkVisibility|isWellFormed)\(|AbortSignal\.(any|timeout)\(|\b(requestIdleCallback)\(/g;

/** The viewer of PDFs: where it does not start, it says so, and the download stays. */
const NEWER = /^open-pdf-/;

describe.skipIf(!isBuilt)('old browsers', () => {
  test.each(NEW_STYLES)('no style sheet has %s', (_, found) => {
    for (const { name, text } of read('.css')) expect(found.exec(text)?.[0], name).toBeUndefined();
  });

  test('`:has()` stands alone in its rule: where it is unknown, nothing else is lost', () => {
    for (const { name, text } of read('.css'))
      for (const [selectors] of text.matchAll(/[^{}]*:has\([^{}]*(?=\{)/g))
        expect(
          selectors.split(/,(?![^(]*\))/).every((one) => one.includes(':has(')),
          `${name}: ${selectors}`,
        ).toBe(true);
  });

  test('scripts have nothing that Safari 15.4 cannot read', () => {
    for (const { name, text } of read('.js')) {
      expect(/\bstatic\s*\{/.exec(text)?.[0], `${name}: static block`).toBeUndefined();
      expect(
        /\/[^/\n]*\(\?<[=!][^/\n]*\/[gimsuy]*[.,;)]/.exec(text)?.[0],
        `${name}: lookbehind`,
      ).toBeUndefined();
    }
  });

  test('calls that came later are brought along', () => {
    for (const { name, text } of read('.js').filter(({ name }) => !NEWER.test(name)))
      for (const [, method, signal, global] of text.matchAll(NEW_CALLS))
        expect(MENDED, name).toContain(method ?? signal ?? global);
  });
});
