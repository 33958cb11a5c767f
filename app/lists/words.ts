/** What lists of any noun say. */
export const words = {
  search: 'Search',
  all: 'All',
  sort: 'Sort by',
  clear: 'Clear search and filters',
  actions: 'Actions',
  view: 'View',
  edit: 'Edit',
  delete: 'Delete',
} as const;

const LONGEST = 80;

/** "Delete “What is the trek?”?"; a long name is cut, the dialog is small. */
export function describeDeletion(name: string): string {
  const characters = [...name];
  return `Delete “${characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : name}”?`;
}

/** "1 FAQ", "1,500 FAQs". */
export const countOf =
  (one: string, many: string) =>
  (total: number): string =>
    `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;
