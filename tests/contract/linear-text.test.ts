/**
 * No expression, and no function over people's texts, is slower than linear. A short text finds
 * out what may be; that then reads one so long that a quadratic reader takes an hour.
 */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { htmlOfText, makeInert, tellOfPictures } from '#app/editor/pasted-text.ts';
import { firstSentences } from '#app/ui/first-sentences.ts';
import { summarise } from '#app/ui/summarise.ts';
import { normalisePhone, tidyDigitalAddress } from '#domain/accounts/rules.ts';
import { isEmail } from '#domain/accounts/email-rules.ts';
import { foldText, toSortKey } from '#domain/fold-text.ts';
import { redact, redactHtml } from '#domain/judging/redaction-rules.ts';
import { readNumber } from '#domain/numbers.ts';
import { manyLines, oneLine, visibleOf } from '#domain/plain-text.ts';
import { slugOf } from '#domain/posts/rules.ts';
import { readJsonField } from '#domain/text.ts';
import { isWebAddress, withScheme } from '#domain/web-address.ts';
import { splitGreeting } from '#server/mail/layout.ts';
import { escapeHtml } from '#server/text/escape-html.ts';
import { findMarkupExcess } from '#server/text/markup.ts';
import { htmlOf, htmlWords } from '#server/text/plain-text.ts';
import { isTest, readSources, walk } from '../../scripts/fences.ts';

const SHORT = 10_000;
const LONG = 2_000_000;
/** Of the expressions; functions all read the long text. */
const SLOWEST = 40;

/** Expressions that no text of a person reaches, or only a short piece of one. */
const BOUNDED: Record<string, string> = {
  '[\\ud800-\\udbff]$|[\\s.,:;]+$': 'summarise cuts first',
  '([\\w-]+)\\.svg$': 'names of our own files',
  '\\/+$': 'our own addresses and settings',
  '\\/Linearized\\b[^>]*>': 'the first kilobyte of a file',
  '<link([^>]*) rel="(modulepreload|stylesheet)"([^>]*)>': 'our own pages, escaped',
  '(<script[^>]*) type="module"': 'our own pages, escaped',
  '\\/assets\\/(open-pdf|admin-|give-view|shared-rows|confirm-email|factor-|read-passkey|sign-passkey|rich-text-editor|enhance-main|.*\\.woff2)':
    'addresses of our own files',
};

const identity = {
  business_name: 'Ama Salt',
  first_name: 'Ama',
  last_name: 'Mensah',
  email: 'ama@salt.example',
  phone_number: '0241234567',
  business_website: 'https://salt.example',
};

type Reader = (text: string) => unknown;
const FUNCTIONS: Record<string, Reader> = {
  tellOfPictures: (html) => tellOfPictures(html, '', []),
  ...{
    htmlOfText,
    makeInert,
    firstSentences,
    summarise,
    normalisePhone,
    tidyDigitalAddress,
    isEmail,
  },
  ...{ foldText, toSortKey, readNumber, oneLine, manyLines, visibleOf, slugOf, readJsonField },
  ...{ isWebAddress, withScheme, splitGreeting, escapeHtml, findMarkupExcess, htmlOf, htmlWords },
  redact: (text) => redact(text, identity),
  redactHtml: (html) => redactHtml(html, identity),
};

/** What patterns begin with and never end. */
const PIECES = [
  ...[' ', '\n', 'x', '1', '<', '&', '"', '-', '.', ',', '. ', ' x', 'a,', '\u00ad', 'é'],
  ...[
    '<!--',
    '<![',
    '<style',
    '<ul>',
    '<p style',
    '<a ',
    '<br',
    '</p',
    '&am',
    'http://',
    '{ ',
    ' *a',
    '\t',
  ],
];

const SAMPLES: Record<string, string> = { s: ' ', d: '1', w: 'a', D: 'x', S: 'x', W: '-', t: '\t' };

/** Each character that a pattern names, and each run of them, which may begin what it looks for. */
function piecesOf(pattern: string): string[] {
  const names = pattern.replace(/\\[pP]\{[^}]*\}|\\[bBnrvf0]|\(\?<?[:=!]/g, '|');
  const plain = names
    .replace(/\\u\{?([0-9a-fA-F]{4,6})\}?/g, (_, hex) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/\\(.)/gs, (_, name: string) => SAMPLES[name] ?? name);
  const runs = plain.split(/[()[\]{}|?*+^$.]+/).flatMap((run) => [run, ...run]);
  const starts = runs.map((run) => `<${run}`);
  return [...new Set([...PIECES, ...runs, ...starts.slice(0, 6)])].filter((piece) => piece !== '');
}

const textOf = (piece: string, length: number): string =>
  `${piece.repeat(length / piece.length)}\u0001x`;

type Run = { name: string; read: Reader; piece: string; took: number };

/** The piece that holds it longest. */
function worstOf(name: string, read: Reader, pieces: string[]): Run {
  const runs = pieces.map((piece) => {
    const text = textOf(piece, SHORT);
    const begun = performance.now();
    read(text);
    return { name, read, piece, took: performance.now() - begun };
  });
  return runs.reduce((one, other) => (other.took > one.took ? other : one));
}

/** Every literal of the code that runs in the product, without those that are bounded. */
function readExpressions(): Map<string, RegExp> {
  const found = new Map<string, RegExp>();
  const rooms = ['domain', 'content', 'server', 'app'];
  for (const { path, program } of rooms.flatMap((room) =>
    readSources(fileURLToPath(new URL(`../../${room}`, import.meta.url))),
  ))
    if (program && !isTest(path))
      walk(program, (node) => {
        const regex = node['regex'] as { pattern: string; flags: string } | undefined;
        if (!regex) return;
        const flags = `${regex.flags.replace(/[gy]/g, '')}g`;
        found.set(regex.pattern, new RegExp(regex.pattern, flags));
      });
  return found;
}

test('no expression reads a text more than once', () => {
  const expressions = readExpressions();
  expect(expressions.size).toBeGreaterThan(200);
  expect([...expressions.keys()]).toEqual(expect.arrayContaining(Object.keys(BOUNDED)));
  const runs = [...expressions]
    .filter(([pattern]) => !Object.hasOwn(BOUNDED, pattern))
    .map(([pattern, regex]) =>
      worstOf(pattern, (text) => text.replace(regex, ''), piecesOf(pattern)),
    );
  const slowest = runs.toSorted((one, other) => other.took - one.took).slice(0, SLOWEST);
  for (const { read, piece } of slowest) expect(() => read(textOf(piece, LONG))).not.toThrow();
});

test.each(Object.entries(FUNCTIONS))(
  '%s reads its text once, whatever it contains',
  (name, read) => {
    const { piece } = worstOf(name, read, PIECES);
    expect(() => read(textOf(piece, LONG))).not.toThrow();
  },
);
