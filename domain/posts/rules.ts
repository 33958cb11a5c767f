import { POST } from './messages.ts';

export const POST_CATEGORIES = ['NEWS', 'PRESS_RELEASE', 'BLOG'] as const;
export type PostCategory = (typeof POST_CATEGORIES)[number];

export const CATEGORY_LABELS: Record<PostCategory, string> = {
  NEWS: 'Newsroom',
  PRESS_RELEASE: 'Press Release',
  BLOG: 'Blog',
};

/** A category in any case; undefined for anything else. */
export function readCategory(text: string): PostCategory | undefined {
  return POST_CATEGORIES.find((category) => category === text.trim().toUpperCase());
}

export const describePublication = (isPublished: boolean): string =>
  isPublished ? POST.published : POST.unpublished;

/** When a draft goes live by itself; `moment` as in "3 December 2026 at 09:00". */
export const describePlan = (moment: string): string => `Will be published on ${moment}`;

/**
 * spec §2.4: lower case; runs of whitespace become hyphens; everything else that is not a word
 * character or hyphen is removed. Empty if no word is left.
 */
export function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\w-]/g, '');
  return /\w/.test(slug) ? slug : '';
}

/**
 * The first free one of `slug`, `slug-2`, `slug-3` …; the id if the title yields none: contract
 * §5.12.
 */
export function chooseSlug(title: string, id: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(title) || id;
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** A value that begins with http is used unchanged. */
export const isWebImage = (value: string): boolean => /^https?:\/\/[^\s"'<>]+$/i.test(value);
