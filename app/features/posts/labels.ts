import { CATEGORY_LABELS, describePublication, POST_CATEGORIES } from '#domain/posts/rules.ts';
import { countOf } from '#domain/count-of.ts';

export const postLabels = {
  title: 'Posts',
  caption: 'Posts',
  create: 'Create a post',
  createTitle: 'Create a post',
  editTitle: 'Edit post',
  viewTitle: 'Post',
  back: 'All posts',
  searchHint: 'Title or words of the text',
  post: 'Title',
  untitled: 'No title yet',
  category: 'Category',
  chooseCategory: 'Choose a category',
  status: 'Status',
  created: 'Created',
  body: 'Body',
  bodyHint: 'Headings, lists and links are kept; pictures belong in the gallery.',
  featured: 'Featured image',
  current: 'In use now',
  otherPicture: 'Another picture',
  untouched: 'Not changed',
  changed: 'changed',
  changedByYou: 'changed by you',
  chooseImage: 'Choose an image',
  gallery: 'Gallery images',
  addImages: 'Add images',
  remove: 'Remove',
  keep: 'Keep',
  earlier: 'Earlier',
  later: 'Later',
  removed: 'Will be removed',
  stored: 'Stored',
  publish: 'Publish',
  publishHint: 'Goes live as soon as you save.',
  publishAt: 'Go live on',
  publishAtHint: 'Date and time in Ghana. The draft is then published by itself.',
  plan: 'Planned publication',
  notPlanned: 'Not planned',
  altText: 'What it shows',
  altFeatured: 'What the image at the top shows',
  altHint: 'One sentence for people who cannot see it.',
  total: 'Total size',
  save: 'Save changes',
  cancel: 'Cancel',
  seePublic: 'See it on the website',
  galleryCount: 'Gallery',
  sending: 'Sending the post',
  preparing: 'Everything has arrived. The pictures are being prepared and stored.',
  stopped:
    'Stopped before everything was sent. Nothing was stored, and all that you entered is still here.',
  stoppedLate:
    'Stopped, but everything had been sent already and may be stored. Look at the list of posts before you send it again.',
  earlierTitle: 'An earlier try has already arrived',
  earlierText:
    'It was stored before the answer reached you. Look at the list of posts; sending this once more makes a second post.',
  openList: 'Open the posts',
  lostLate:
    'The connection broke after everything had been sent. The post may be stored: look at the list of posts before you send it again.',
  chooseAgain: 'Your text is kept on this device; please choose the pictures again.',
} as const;

export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'title', label: 'Title, A to Z' },
] as const;

/** In the specification's order. */
export const CATEGORY_OPTIONS = [...POST_CATEGORIES]
  .reverse()
  .map((value) => ({ value, label: CATEGORY_LABELS[value] }));
export const STATUSES = [true, false].map((value) => ({
  value: String(value),
  label: describePublication(value),
}));
export const describeTotal = countOf('post', 'posts');
export const describePictures = countOf('image', 'images');
/** Indexes from 0. */
export const describeMove = (from: number, to: number): string =>
  `Image ${from + 1} is now image ${to + 1}.`;
/** The label of its description. `name` as in "Image 2". */
export const altLabel = (name: string): string => `What it shows: ${name}`;
export const imageName = (place: number): string => `Image ${place}`;
export const tooLarge = (file: string, size: string, most: string): string =>
  `The ${file} is ${size}. At most ${most} can be sent. Please make it smaller.`;
export const emptyFile = (file: string): string =>
  `The ${file} is empty. Please choose another file.`;
export const unreadable = (file: string): string =>
  `The ${file} cannot be read any more. Please choose it again.`;

const FORMATS = 'JPEG, PNG, WebP, AVIF or GIF, at most';
/** `limit` as in "20 MB". */
export const featuredHint = (limit: string): string =>
  `Shown above the post and on its card. ${FORMATS} ${limit}.`;
export const featuredReplace = (limit: string): string =>
  `Choose a file only to replace the current image. ${FORMATS} ${limit}.`;
export const galleryHint = (limit: string): string =>
  `One to twenty pictures of at most ${limit} each, shown in this order. Drag to reorder, or use the arrows.`;
