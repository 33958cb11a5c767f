/** spec §8.7, §2.3, §2.4 and §5.6, word for word. */
export const POST = {
  created: 'Post created successfully!',
  updated: 'Post updated successfully!',
  deleted: 'Post deleted successfully!',
  deleteFailed: 'Failed to delete the post.',
  unknownError: 'An unknown error occurred.',
  none: 'No posts found.',
  noLatest: 'No latest posts available.',
  noPublished: 'No posts published yet.',
  notFound: 'Post Not Found',
  notFoundPublic: 'Post not found',
  noGallery: 'No gallery images available.',
  invalidCategoryTitle: 'Invalid Category',
  invalidCategory: 'Invalid category.',
  confirmDelete: 'Are you sure you want to delete this post?',
  featuredMissing: 'Please upload a featured image.',
  galleryMissing: 'Please upload at least one gallery image.',
  published: 'Published',
  unpublished: 'Unpublished',
} as const;

export const POST_RULES = {
  category: 'Select a category.',
  oneFeatured: 'Upload only one featured image.',
  galleryFull: 'A gallery can have at most 20 images.',
  image:
    'This image does not belong to this post. Upload it, or give an address that begins with http.',
  publishAt: 'Enter the date and time of publication.',
  publishPast: 'Choose a time in the future.',
  publishDraft: 'Only a draft can be published later.',
  altTexts: 'Give the descriptions by the keys of the images of this post.',
  busy: 'Many images are being prepared right now. Try again in a moment.',
} as const;

export type ImageRefusal = 'not_an_image' | 'damaged' | 'too_many_pixels' | 'too_slow';

/** Why a file cannot be used as a picture; `file` names it: 'featured image "kente.svg"'. */
export function refuseImage(file: string, reason: ImageRefusal): string {
  const sentences: Record<ImageRefusal, string> = {
    not_an_image:
      'is not an image that can be shown here. Choose a JPEG, PNG, WebP, AVIF or GIF file and try again.',
    damaged:
      'is damaged or incomplete and cannot be opened. Save it again as a JPEG or PNG and try again.',
    too_many_pixels:
      'has too many pixels: at most 40 million are accepted, such as 8,000 x 5,000. Make it smaller and try again.',
    too_slow: 'takes too long to read. Save it again as a JPEG and try again.',
  };
  return `The ${file} ${sentences[reason]}`;
}
