import { page, type PageText } from '#content/page-text.ts';
import { cinema } from './cinema.ts';
import { coldRooms } from './cold-rooms.ts';
import { concentrator } from './concentrator.ts';
import type { Story } from './stories-page.ts';

/** In the order in which the home page shows them. */
export const stories: readonly Story[] = [coldRooms, concentrator, cinema];

/** A page per story, from its texts. */
export const storyPages: readonly PageText[] = stories.map(({ slug, business, place, summary }) =>
  page(`/stories/${slug}`, business, `${place}. ${summary}`),
);
