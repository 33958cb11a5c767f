/**
 * Rows of the smaller nouns: their texts draw on a vocabulary in which, as in real language, a few
 * words are in nearly all texts and most words in few.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SECTORS } from '#domain/sectors.ts';
import { POST_CATEGORIES } from '#domain/posts/rules.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { toSearchText } from '#server/db/search.ts';
import { openSqlite } from '#server/db/sqlite-dialect.ts';
import { markOf } from '#server/text/stored-text.ts';
import { insertMany, withoutIndexes, type Value } from './seed.ts';

const SYLLABLES = 'ka to me ri sha bo lu ne gra fi pe an ing er co wa dra si mo ter'.split(' ');
const VOCABULARY = 5000;
const START = Date.UTC(2026, 0, 1);

const mix = (index: number): number => Math.imul(index + 1, 2_654_435_761) >>> 7;
const syllables = (count: number, from: number): string =>
  Array.from(
    { length: count },
    (_, place) => SYLLABLES[mix(from * 7 + place) % SYLLABLES.length],
  ).join('');
/** A very frequent and a rare word, at their ranks. */
const NAMED_WORDS: Record<number, string> = { 3: 'cocoa', 4000: 'zebrafish' };
const WORDS = Array.from(
  { length: VOCABULARY },
  (_, rank) => NAMED_WORDS[rank] ?? syllables(1 + (mix(rank) % 4), rank),
);

/** A word drawn by Zipf's law. */
const drawn = (seed: number): string =>
  WORDS[
    Math.min(VOCABULARY - 1, Math.floor(Math.exp((mix(seed) / 2 ** 25) * Math.log(VOCABULARY))) - 1)
  ]!;
const text = (index: number, words: number): string =>
  Array.from({ length: words }, (_, place) => drawn(mix(index * 131 + place) + place)).join(' ');

const stampsOf = (index: number) => {
  const at = new Date(START + index * 60_000);
  return { id: randomUUID(), created_at: at, updated_at: at, version: 1 };
};
const nameOf = (index: number) => ({
  first_name: ['Ama', 'Kofi', 'Yaa', 'Kwame', 'Esi'][mix(index) % 5]!,
  last_name: `${['Mensah', 'Boateng', 'Owusu', 'Asante'][mix(index + 7) % 4]} ${index}`,
});

function programRow(index: number) {
  const [title, sector, words] = [
    `${text(index, 3)} ${index}`,
    SECTORS[mix(index) % SECTORS.length]!,
    text(index, 80),
  ];
  const deadline_date = new Date(Date.now() + ((mix(index) % 1000) - 500) * 86_400_000);
  return {
    ...stampsOf(index),
    title,
    sector,
    deadline_date,
    search_text: toSearchText(title, sector, words),
    description: `<p>${words}</p>`,
    rich_text_mark: markOf('text', `<p>${words}</p>`),
  };
}

function faqRow(index: number) {
  const [question, answer] = [`${text(index, 8)} ${index}?`, text(index + 7, 30)];
  return { ...stampsOf(index), question, search_text: toSearchText(question, answer), answer };
}

function testimonialRow(index: number) {
  const [name, message] = [nameOf(index), text(index, 25)];
  return {
    ...stampsOf(index),
    is_approved: mix(index) % 3 === 0,
    ...name,
    position: 'Farmer',
    search_text: toSearchText(name.first_name, name.last_name, message),
    message,
  };
}

function enquiryRow(index: number) {
  const [name, email, message] = [nameOf(index), `person-${index}@example.com`, text(index, 30)];
  return {
    ...stampsOf(index),
    ...name,
    email,
    phone_number: '0241112222',
    search_text: toSearchText(name.first_name, name.last_name, email, message),
    message,
  };
}

function postRow(index: number) {
  const [title, category, words] = [
    `${text(index, 4)} ${index}`,
    POST_CATEGORIES[mix(index) % POST_CATEGORIES.length]!,
    text(index, 100),
  ];
  const stamps = stampsOf(index);
  return {
    ...stamps,
    category,
    is_published: mix(index) % 5 !== 0,
    first_published_at: stamps.created_at,
    slug: stamps.id,
    title,
    search_text: toSearchText(title, category, words),
    body: `<p>${words}</p>`,
    rich_text_mark: markOf('body', `<p>${words}</p>`),
  };
}

const imageRow = (postId: string, place: number) => ({
  id: randomUUID(),
  post_id: postId,
  place,
  address: 'https://example.com/1.jpg',
  width: null,
  height: null,
  color: null,
  widths: null,
  cards: null,
  created_at: new Date(START),
});

/**
 * Adds `count` programs, or else FAQs, testimonials, enquiries and posts, to a seeded data folder.
 */
export function seedContent(dataDir: string, count: number, what: 'programs' | 'content'): void {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  database.exec('pragma synchronous = off; pragma cache_size = -200000; begin immediate');
  const rows = <R extends Record<string, Value>>(make: (index: number) => R): R[] =>
    Array.from({ length: count }, (_, index) => make(index));
  withoutIndexes(database, () => {
    if (what === 'programs') return insertMany(database, 'programs', rows(programRow));
    insertMany(database, 'faqs', rows(faqRow));
    insertMany(database, 'testimonials', rows(testimonialRow));
    insertMany(database, 'enquiries', rows(enquiryRow));
    const posts = rows(postRow);
    insertMany(database, 'posts', posts);
    insertMany(
      database,
      'images',
      posts.flatMap(({ id }) => [imageRow(id, 0), imageRow(id, 1)]),
    );
  });
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
}
