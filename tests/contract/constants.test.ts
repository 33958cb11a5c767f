import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { home } from '#content/home.ts';
import { pitchTrek } from '#content/pitch-trek.ts';
import {
  CODES,
  CSV_COLUMNS,
  CSV_FILE,
  DOWNLOADS,
  LENGTHS,
  PAGING,
  PASSWORDS,
  SCREEN,
  SESSIONS,
} from '#domain/constants.ts';
import { formatDate } from '#domain/dates.ts';
import { listQuery } from '#domain/paging.ts';
import { CATEGORY_LABELS, POST_CATEGORIES } from '#domain/posts/rules.ts';
import { FUNDING_STAGES, INITIAL_STAGE, stageChoices } from '#domain/proposals/rules.ts';
import { REGIONS, ZONES } from '#domain/regions.ts';
import { readSector, SECTOR_SLUGS, SECTORS } from '#domain/sectors.ts';

/** A value that only a style sheet sets: the property in the last rule of a class. */
function readStyle(path: string, className: string, property: string): string | undefined {
  const sheet = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const rules = [...sheet.matchAll(new RegExp(`\\.${className} \\{([^}]*)`, 'g'))];
  const values = rules.map(
    ([, body]) => new RegExp(`(?<![\\w-])${property}: ([^;]+);`).exec(body!)?.[1],
  );
  return values.filter((value) => value !== undefined).at(-1);
}

const figures = (items: readonly { value: string; label: string }[]): Record<string, string> =>
  Object.fromEntries(items.map(({ value, label }) => [label, value]));
const GOALS = figures(pitchTrek.goals.items);
const HOME = figures(home.figures);

/** spec §9 line by line: its wording, our value, the specified value. */
const SECTION_9: readonly [line: string, ours: unknown, specified: unknown][] = [
  ['page size of the public content list', PAGING.publicPosts, 6],
  ['page size of admin submissions', PAGING.adminSubmissions, 10],
  ['page size of admin posts', PAGING.adminPosts, 8],
  ['page size of FAQs', PAGING.faqs, 5],
  ['page size of programs', PAGING.programs, 10],
  ['page size of users', PAGING.users, 10],
  ["sidebar 'Other Posts'", PAGING.otherPosts, 5],
  ['latest posts', PAGING.latestPosts, 4],
  ['proposal fetch', listQuery.parse({}), { skip: 0, limit: 1000 }],
  ['OTP length', CODES.length, 6],
  ['phone length', LENGTHS.phone, 10],
  ['Medium/Weak boundary of a password', PASSWORDS.medium, 6],
  ['Strong password', PASSWORDS.strong, 8],
  ['seconds to the forced logout', SESSIONS.forcedLogoutSeconds, 1740],
  ['milliseconds of the splash', SCREEN.splashMs, 1500],
  ['seconds that a download link is cached', DOWNLOADS.lifetimeSeconds, 3600],
  ['milliseconds of a toast (contract §5.13)', SCREEN.toastMs, 5000],
  ['milliseconds between testimonials', SCREEN.carouselMs, 7000],
  [
    'testimonials per slide on a desktop',
    readStyle('app/features/testimonials/carousel.module.css', 'carousel', '--shown'),
    '3',
  ],
  ['stars', SCREEN.testimonialStars, 5],
  ['characters of a testimonial at least', LENGTHS.testimonialMinimum, 10],
  ['characters of a testimonial in a list', LENGTHS.testimonialPreview, 50],
  ['pixels to the scroll-to-top button', SCREEN.scrollToTopPixels, 300],
  [
    "pixels of a post card's image",
    readStyle('app/features/posts/post-card.module.css', 'image', 'height'),
    '200px',
  ],
  ['pixels of the logo', SCREEN.logoWidth, 80],
  ["milliseconds of the editor's debounce", SCREEN.editorDebounceMs, 100],
  [
    "pixels of the editor's height",
    readStyle('app/editor/rich-text-editor.module.css', 'page', 'min-height'),
    '150px',
  ],
  [
    'sectors',
    SECTORS,
    ['Agriculture', 'Mining', 'Technology', 'Infrastructure', 'Entertainment & Tourism'],
  ],
  ['post categories', POST_CATEGORIES, ['NEWS', 'PRESS_RELEASE', 'BLOG']],
  ['the CSV file', CSV_FILE, 'proposals.csv'],
  [
    'its columns',
    CSV_COLUMNS,
    ['Program', 'Applicant', 'Sector', 'Funding Stage', 'Status', 'Submitted'],
  ],
  ['target of businesses', GOALS['businesses funded'], '1,000'],
  ['target of regions', GOALS['regions reached'], '16'],
  ['target of jobs', GOALS['jobs created'], '1,000,000'],
  ['minimum age', GOALS['years of age'], '18+'],
  ['dollars of the fund', home.fund.figure, '$200 million'],
  ['applications on the home page', HOME['expected applications'], '1,500+'],
  ['sectors on the home page', HOME['investment sectors'], '5+'],
  ['dates on public pages', formatDate('2026-11-05T10:00:00Z'), '5 November 2026'],
];

test.each(SECTION_9)('spec §9: %s', (_line, ours, specified) => expect(ours).toEqual(specified));

const SCHEDULE = [
  ['Northern Zone', 'Sept 11-15', ['Northern', 'North East', 'Upper East', 'Upper West']],
  ['Upper Transitional Zone', 'Sept 18-22', ['Savannah', 'Bono', 'Ahafo', 'Bono East']],
  ['Middle Belt Growth Zone', 'Sept 25-29', ['Ashanti', 'Eastern']],
  ['Accra-Eastern Corridor', 'Oct 1-5', ['Greater Accra', 'Volta', 'Oti']],
  ['Western Development Zone', 'Oct 8-12', ['Central', 'Western', 'Western North']],
];
const SIXTEEN = [
  'Ahafo',
  'Ashanti',
  'Bono',
  'Bono East',
  'Central',
  'Eastern',
  'Greater Accra',
  'North East',
  'Northern',
  'Oti',
  'Savannah',
  'Upper East',
  'Upper West',
  'Volta',
  'Western',
  'Western North',
];

describe('choices', () => {
  test('the schedule has every region once', () => {
    expect(ZONES.map(({ name, dates, regions }) => [name, dates, regions])).toEqual(SCHEDULE);
    expect(REGIONS).toEqual(SIXTEEN);
    expect(ZONES.flatMap(({ regions }) => regions).sort()).toEqual([...SIXTEEN].sort());
  });

  test('sectors have the addresses of spec §2.1, and the misspelling is understood', () => {
    expect(Object.values(SECTOR_SLUGS).sort()).toEqual([
      'agriculture',
      'entertainment',
      'infrastructure',
      'mining',
      'technology',
    ]);
    expect(readSector('Infrastracture')).toBe('Infrastructure');
  });

  test('both lists of the funding stages are supported', () => {
    expect(INITIAL_STAGE).toBe('PENDING_FUNDING');
    expect([...FUNDING_STAGES].sort()).toEqual([
      'GROWTH',
      'PENDING_FUNDING',
      'PRE_SEED',
      'SEED',
      'SERIES_A',
      'SERIES_B',
      'SERIES_C',
    ]);
    expect(stageChoices('SEED')).toEqual(['PRE_SEED', 'SEED', 'SERIES_A', 'SERIES_B', 'SERIES_C']);
  });

  test('NEWS is labelled Newsroom', () => expect(CATEGORY_LABELS.NEWS).toBe('Newsroom'));
});
