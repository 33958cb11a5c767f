import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const APP = join(import.meta.dirname, '..');
const SHEETS = globSync('**/*.css', { cwd: APP }).toSorted();
const read = (sheet: string): string =>
  readFileSync(join(APP, sheet), 'utf8').replace(/\/\*.*?\*\//gs, '');

/** From there on; up to there is a hundredth less, and a phone includes its own. */
const BREAKPOINTS = ['40', '40.01', '47.99', '48', '63.99', '64', '79.99', '80', '99.99', '100'];

/** Where one word or one more button decides, on the narrowest phones. */
const NARROW: Record<string, readonly string[]> = {
  'shell/header.module.css': ['21.5', '32'],
  'pages/public/home/open-programs.module.css': ['20'],
  'pages/public/making-pdf/making-pdf.module.css': ['20'],
};

test('windows are told apart at 40, 48, 64 and 80 rem, and a very wide one at 100', () => {
  const others = SHEETS.flatMap((sheet) =>
    [...read(sheet).matchAll(/@media[^{]*\{/g)]
      .flatMap(([query]) => [...query.matchAll(/(?:min|max)-width: ([\d.]+)rem/g)])
      .map(([, width]) => width!)
      .filter((width) => !BREAKPOINTS.includes(width) && !NARROW[sheet]?.includes(width))
      .map((width) => `${sheet}: ${width}rem`),
  );
  expect(others).toEqual([]);
});

/** They draw something, are dark in both schemes, or are paper. */
const DRAWINGS = [
  'features/labels/label-badge.module.css',
  'features/regions/tile-map.module.css',
  'features/testimonials/quote.module.css',
  'pages/admin/home/admin-home.module.css',
  'pages/admin/sheets/sheets.module.css',
  'pages/admin/wall/wall.module.css',
  'pages/public/home/fund-feature.module.css',
  'pages/public/making-pdf/step-drawing.module.css',
  'pages/public/pitch-trek.module.css',
  'pages/public/strategic-framework.module.css',
  'pdf/pdf-viewer.module.css',
  'shell/footer.module.css',
  'styles/base.css',
  'styles/tokens.css',
  'features/qr/qr-picture.module.css',
  'ui/toast.css',
];

test('a colour is a token, except in drawings and on cloth', () => {
  const raw = SHEETS.filter((sheet) => /:[^;{]*#[\da-f]{3,8}\b/i.test(read(sheet)));
  expect(raw.filter((sheet) => !DRAWINGS.includes(sheet))).toEqual([]);
});

/** Paper, a hall read from afar, figures in drawings, and words that narrow phones have no room for. */
const OTHER_SIZES = [
  ...['features/regions/tile-map', 'pages/public/making-pdf/step-drawing'],
  ...[
    'pages/admin/on-behalf/paper-receipt',
    'pages/admin/report/report',
    'pages/admin/sheets/sheets',
  ],
  ...['pages/admin/run/run', 'pages/admin/wall/wall', 'pages/admin/home/admin-home'],
  ...['features/accounts/code/code-field', 'pages/public/making-pdf/making-pdf'],
  'shell/footer',
].map((sheet) => `${sheet}.module.css`);

test('text has four sizes; a headline may grow with the window', () => {
  const others = SHEETS.filter((sheet) => !OTHER_SIZES.includes(sheet)).flatMap((sheet) =>
    [...read(sheet).matchAll(/\bfont(?:-size)?:\s*([^;]*);/g)]
      .map(([, value]) => value!)
      .filter(
        (value) =>
          !/clamp\(|v[wh]\b/.test(value) && /(?<!\S)(?!1rem\b)[\d.]+(?:rem|px|pt)/.test(value),
      )
      .map((value) => `${sheet}: ${value}`),
  );
  expect(others).toEqual(['styles/base.css: 11pt']);
});

/** Fingers in a hall, and buttons of browsers' own height. */
const OTHER_HEIGHTS = ['features/judging/pitch/pitch.module.css'];

test('a button is tall or low, or as high as the field beside it', () => {
  const others = SHEETS.filter((sheet) => !OTHER_HEIGHTS.includes(sheet)).flatMap((sheet) =>
    [...read(sheet).matchAll(/([^{};]*\bbutton\b[^{};]*)\{([^{}]*)\}/g)].flatMap(
      ([, selector, rules]) =>
        [...rules!.matchAll(/\bmin-height:\s*([^;]*);/g)]
          .map(([, height]) => height!)
          .filter((height) => !/^(?:0|auto|var\(--(?:tall|low|low-field)\))$/.test(height))
          .map((height) => `${sheet}, ${selector!.trim()}: ${height}`),
    ),
  );
  expect(others).toEqual([]);
});
