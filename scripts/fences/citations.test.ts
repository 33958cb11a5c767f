import { expect, test } from 'vitest';
import { checkCitations, readSources, type Source } from '../fences.ts';

const DOCUMENTS: Source[] = [
  page('docs/specification.md', '## 7. Calls\n\n### 7.1 FAQs\n\n### 7.2 Posts\n'),
  page('docs/contract.md', '## 5. Readings\n\n| § | counts |\n|---|---|\n| 5.8 | first byte |\n'),
  page('docs/design.md', '## 2. Direction\n'),
  page('docs/trust.md', '| | always |\n|---|---|\n| I1 | one |\n| I2 | two |\n| F10 | ten |\n'),
  page(
    'docs/decisions/0023-submitting-is-a-small-request.md',
    '# 23. Submitting is a small request\n',
  ),
];

function page(path: string, text: string): Source {
  return { path, text, program: null };
}

/** What the fence reports about an additional file beside the documents, as `line: reason`. */
function check(text: string, path = 'server/http/server.ts'): string[] {
  const breaches = checkCitations([...DOCUMENTS, page(path, text)]);
  return breaches.map(({ line, reason }) => `${line}: ${reason}`);
}

/** Written in two parts, so that the fence does not find it in this file. */
const section = (word: string, number: string) => `${word} §${number}`;
const old = (first: string, second: string) => `${first}${second}`;

test.each([
  section('spec', '7'),
  section('spec', '7.2'),
  section('contract', '5.8'),
  section('design', '2'),
  `${section('spec', '7.1')} and ${old('§', '7.2')}`,
  `${section('spec', '7.1,')} ${old('§', '7.2')}`,
  'trust I2',
  'trust F10',
  'trust I1 and I2',
  'docs/decisions/0023',
  'decision 23',
  'docs/contract.md',
  '[contract.md](contract.md)',
  old('the Data Protection Act, 2012, section', ' 33'),
])('%s leads somewhere', (citation) => {
  expect(check(`/** Why: ${citation}. */`)).toEqual([]);
});

test.each([
  [section('spec', '9'), '1: docs/specification.md has no 9'],
  [section('spec', '7.3'), '1: docs/specification.md has no 7.3'],
  [section('contract', '5.80'), '1: docs/contract.md has no 5.80'],
  [`${section('spec', '7.1')} and ${old('§', '7.9')}`, '1: docs/specification.md has no 7.9'],
  [old('trust ', 'I9'), '1: docs/trust.md has no I9'],
  [old('trust ', 'I2 and I9'), '1: docs/trust.md has no I9'],
  [old('decision', ' 99'), old('1: no page docs/decisions/', '0099-… in docs/decisions/')],
  [
    old('decisions/', '0023-turns'),
    old('1: no page docs/decisions/', '0023-turns… in docs/decisions/'),
  ],
  [old('see §', '7'), '1: which document? Write spec, contract or design before the section'],
])('%s leads nowhere', (citation, reason) => {
  expect(check(`/** Why: ${citation}. */`)).toEqual([reason]);
});

test('a citation that continues on the next line of a comment is read as one', () => {
  const twoLines = `${section('spec', '7.1')} and\n * ${old('§', '7.9')}`;
  expect(check(`/**\n * Why: ${twoLines} say so.\n */`)).toEqual([
    '2: docs/specification.md has no 7.9',
  ]);
  expect(check(`// as contract\n// ${old('§', '6')} says`)).toEqual([
    '1: docs/contract.md has no 6',
  ]);
});

test('inside a document, a section without a name is one of its own', () => {
  const contract = (number: string) => page('docs/contract.md', `## 5. Readings\n§${number}\n`);
  expect(checkCitations([contract('5')])).toEqual([]);
  expect(checkCitations([contract('7')])).toEqual([
    { path: 'docs/contract.md', line: 2, reason: 'docs/contract.md has no 7' },
  ]);
});

test('the documents of this repository cite only sections that exist', () => {
  const cited = ['docs/specification.md', 'docs/contract.md', 'docs/design.md', 'docs/trust.md'];
  const breaches = checkCitations(readSources(`${import.meta.dirname}/../..`));
  expect(breaches.filter(({ path }) => cited.includes(path))).toEqual([]);
});
