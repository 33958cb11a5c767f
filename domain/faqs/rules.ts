/** spec §8.5, word for word. */
export const FAQ = {
  created: 'FAQ created successfully',
  updated: 'FAQ updated successfully.',
  deleted: 'FAQ deleted successfully.',
  createFailed: 'Failed to create FAQ. Check your input and try again.',
  displayFailed: 'Display error. Check your network and try again.',
  fetchFailed: 'Failed to fetch. Check your network and try again.',
  updateFailed: 'Failed to update FAQ.',
  deleteFailed: 'Failed to delete FAQ.',
  none: 'No FAQs available.',
} as const;

export const FAQ_RULES = {
  notFound: 'FAQ not found',
} as const;
