import { formatDateTime } from '#domain/dates.ts';
import { CATEGORY_LABELS, describePublication } from '#domain/posts/rules.ts';
import type { Image, Post } from '#domain/posts/schema.ts';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { galleryParts, isChanged } from './gallery-items.ts';
import type { FilledPost } from './read-post.ts';
import { describePictures, postLabels } from '../labels.ts';

const EXCERPT = 400;
type ComparedFields = Pick<
  Post,
  'title' | 'category' | 'body' | 'is_published' | 'publish_at' | 'featured_media' | 'gallery_media'
>;

/**
 * Compares the saved version with the form, as text. `began`: what the form was filled with;
 * untouched pictures are not sent, so the saved ones stay.
 */
export function comparePosts(
  began: ComparedFields,
  theirs: ComparedFields,
  mine: FilledPost,
): Difference[] {
  return onlyDifferent([
    { label: postLabels.post, theirs: theirs.title, mine: mine.title },
    {
      label: postLabels.category,
      theirs: CATEGORY_LABELS[theirs.category],
      mine: CATEGORY_LABELS[mine.category],
    },
    {
      label: postLabels.body,
      theirs: summarise(theirs.body, EXCERPT),
      mine: summarise(mine.body, EXCERPT),
    },
    {
      label: postLabels.featured,
      theirs:
        began.featured_media.key === theirs.featured_media.key
          ? postLabels.untouched
          : postLabels.otherPicture,
      mine: mine.featured?.name ?? postLabels.untouched,
    },
    compareGalleries(began.gallery_media, theirs.gallery_media, mine.gallery),
    {
      label: postLabels.status,
      theirs: describePublication(theirs.is_published),
      mine: describePublication(mine.is_published),
    },
    {
      label: postLabels.plan,
      theirs: theirs.publish_at ? formatDateTime(theirs.publish_at) : postLabels.notPlanned,
      mine: mine.publish_at ? formatDateTime(mine.publish_at) : postLabels.notPlanned,
    },
  ]);
}

function compareGalleries(
  began: readonly Image[],
  theirs: readonly Image[],
  mine: FilledPost['gallery'],
): Difference {
  const parts = galleryParts(mine, theirs);
  return {
    label: postLabels.gallery,
    theirs:
      keysOf(began) === keysOf(theirs)
        ? postLabels.untouched
        : `${describePictures(theirs.length)}, ${postLabels.changed}`,
    mine: isChanged(mine, began)
      ? `${describePictures(parts.length)}, ${postLabels.changedByYou}`
      : postLabels.untouched,
  };
}

/** By keys and order: the same number of pictures may still be different pictures. */
const keysOf = (images: readonly Image[]): string => images.map(({ key }) => key).join(' ');
