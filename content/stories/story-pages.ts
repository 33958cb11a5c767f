import { page, type PageText } from '../page-text.ts';
import { stories } from './stories.ts';

/** A page per story, from its texts. */
export const storyPages: readonly PageText[] = stories.map(({ slug, business, place, summary }) =>
  page(`/stories/${slug}`, business, `${place}. ${summary}`),
);
