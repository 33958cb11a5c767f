import { expect, test } from 'vitest';
import {
  documentFileName,
  formatApproval,
  formatStage,
  FUNDING_STAGES,
  refuseDownload,
  stageChoices,
} from './rules.ts';

test('a stage is read with spaces and capitals', () => {
  expect(FUNDING_STAGES.map(formatStage)).toEqual([
    'Pending Funding',
    'Pre Seed',
    'Seed',
    'Growth',
    'Series A',
    'Series B',
    'Series C',
  ]);
  expect([true, false].map(formatApproval)).toEqual(['Approved', 'Unapproved']);
});

test('the admin chooses among five stages and the current one', () => {
  expect(stageChoices('SEED')).toEqual(['PRE_SEED', 'SEED', 'SERIES_A', 'SERIES_B', 'SERIES_C']);
  expect(stageChoices('GROWTH')).toEqual([
    'GROWTH',
    'PRE_SEED',
    'SEED',
    'SERIES_A',
    'SERIES_B',
    'SERIES_C',
  ]);
});

test('a download is named after the business, in letters that every file system accepts', () => {
  expect(documentFileName('Ɛdwuma & Sons / Ltd', 'pitch_deck')).toBe(
    'edwuma-sons-ltd-pitch-deck.pdf',
  );
  expect(documentFileName('../..', 'financials')).toBe('financials.pdf');
});

test('where scanning is on, a document is locked until it is clean, and always if it is infected', () => {
  const [unchecked, clean, infected] = [
    { scannedAt: null, threat: null },
    { scannedAt: new Date(), threat: null },
    { scannedAt: new Date(), threat: 'Eicar' },
  ];
  expect([unchecked, clean, infected].map((document) => refuseDownload(document, true))).toEqual([
    'checking',
    undefined,
    'infected',
  ]);
  expect([unchecked, clean, infected].map((document) => refuseDownload(document, false))).toEqual([
    undefined,
    undefined,
    'infected',
  ]);
});
