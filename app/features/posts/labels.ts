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
  searchHint: 'Title or text',
  post: 'Title',
  untitled: 'No title yet',
  category: 'Category',
  chooseCategory: 'Choose a category',
  status: 'Status',
  created: 'Created',
  body: 'Body',
  bodyHint: 'Headings, lists and links are kept. Put images in the gallery.',
  featured: 'Featured image',
  current: 'In use now',
  otherPicture: 'Another image',
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
  stored: 'Saved',
  publish: 'Publish',
  publishHint: 'Goes live as soon as you save.',
  publishAt: 'Go live on',
  publishAtHint: 'Date and time in Ghana. The draft is then published automatically.',
  plan: 'Scheduled publication',
  notPlanned: 'Not scheduled',
  altText: 'What it shows',
  altFeatured: 'What the image at the top shows',
  altHint: 'One sentence for people who cannot see it.',
  total: 'Total size',
  save: 'Save changes',
  cancel: 'Cancel',
  seePublic: 'See it on the website',
  galleryCount: 'Gallery',
  sending: 'Sending the post',
  preparing: 'Everything has been uploaded. The images are being processed.',
  stopped:
    'Stopped before everything was uploaded. Nothing was saved, and everything you entered is still here.',
  stoppedLate:
    'Stopped, but everything had already been uploaded and may have been saved. Check the list of posts before you send it again.',
  earlierTitle: 'An earlier attempt has already been saved',
  earlierText:
    'It was saved before you got the answer. Check the list of posts: sending this again creates a second post.',
  openList: 'Open the posts',
  lostLate:
    'The connection was lost after everything had been uploaded. The post may have been saved: check the list of posts before you send it again.',
  chooseAgain: 'Your text is saved on this device. Choose the images again.',
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
  `The ${file} is ${size}. The limit is ${most}. Make it smaller.`;
export const emptyFile = (file: string): string => `The ${file} is empty. Choose another file.`;
export const unreadable = (file: string): string =>
  `The ${file} can no longer be read. Choose it again.`;

const FORMATS = 'JPEG, PNG, WebP, AVIF or GIF, at most';
/** `limit` as in "20 MB". */
export const featuredHint = (limit: string): string =>
  `Shown above the post and on its card. ${FORMATS} ${limit}.`;
export const featuredReplace = (limit: string): string =>
  `Choose a file only to replace the current image. ${FORMATS} ${limit}.`;
export const galleryHint = (limit: string): string =>
  `1 to 20 images of at most ${limit} each, shown in this order. Drag to reorder, or use the arrows.`;
