import { page, type PageText } from '../page-text.ts';
import { stories } from './stories.ts';

/** A page for each story, by its words. */
export const storyPages: readonly PageText[] = stories.map(({ slug, business, place, summary }) =>
  page(`/stories/${slug}`, business, `${place}. ${summary}`),
);
