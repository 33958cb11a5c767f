/** The built files run in Chrome 99, Safari 15.4 and Firefox 97. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { POLYFILLED } from '#app/polyfills.ts';

const ASSETS = fileURLToPath(new URL('../../build/client/assets/', import.meta.url));
const isBuilt = existsSync(ASSETS);
const read = (ending: string) =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(ASSETS + name, 'utf8') }));

/** What style sheets must not use: one of the three browsers drops the whole rule or line. */
const NEW_STYLES: readonly [string, RegExp][] = [
  ['ranges in media queries', /@media[^{]*[<>]/],
  ['nesting', /&/],
  ['single transforms', /[{;](?:rotate|scale|translate):/],
  ['new colours', /color-mix\(|light-dark\(|oklch\(|oklab\(/],
  ['container queries', /@container/],
];

/**
 * Calls without a check whether they exist, unless app/polyfills.ts provides them. Names of one or
 * two letters are minified ones, not those of React's sentences.
 */
const NEW_CALLS =
  /\.(toSorted|toReversed|toSpliced|with|findLast|findLastIndex|groupBy|withResolvers|canParse|checkVisibility|throwIfAborted|isWellFormed)\(|AbortSignal\.(any|timeout)\(|\b(requestIdleCallback)\(|\b\w{1,2}\.(requestSubmit)\(/g;

/** The viewer of PDFs: if it cannot start, it says so, and the download still works. */
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

  test('focus is drawn without `:has()`, which Firefox knows since 121', () => {
    for (const { name, text } of read('.css'))
      expect(/:has\([^{}]*:focus-visible[^{}]*\{/.exec(text)?.[0], name).toBeUndefined();
  });

  test('scripts contain no syntax that Safari 15.4 cannot parse', () => {
    for (const { name, text } of read('.js')) {
      expect(/\bstatic\s*\{/.exec(text)?.[0], `${name}: static block`).toBeUndefined();
      expect(
        /\/[^/\n]*\(\?<[=!][^/\n]*\/[gimsuy]*[.,;)]/.exec(text)?.[0],
        `${name}: lookbehind`,
      ).toBeUndefined();
    }
  });

  test('newer calls are polyfilled', () => {
    for (const { name, text } of read('.js').filter(({ name }) => !NEWER.test(name)))
      for (const [, ...names] of text.matchAll(NEW_CALLS))
        // Public pages load no polyfills.
        expect(name.startsWith('enhance-') ? [] : POLYFILLED, name).toContain(names.find(Boolean));
  });
});
