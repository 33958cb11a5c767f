/** Labels shared by the lists of every noun. */
export const listLabels = {
  search: 'Search',
  all: 'All',
  other: 'Another one',
  sort: 'Sort by',
  clear: 'Clear search and filters',
  clearShort: 'Clear',
  filters: 'Filters',
  actions: 'Actions',
  view: 'View',
  edit: 'Edit',
  pageSize: 'Rows per page',
  jump: 'Go to page',
  go: 'Go',
  select: 'Select',
  selectPage: 'Select all on this page',
} as const;

/** The name of the button that removes a filter. */
export const removeFilter = (label: string): string => `${label}: remove this filter`;
