import { mergeAttributes, Node } from '@tiptap/react';

/**
 * A picture from the web in an existing text: the editor has no button for it, but must not lose
 * it.
 */
export const StoredImage = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () =>
    Object.fromEntries(['src', 'alt', 'width', 'height'].map((name) => [name, { default: null }])),
  parseHTML: () => [{ tag: 'img[src^="http"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
});
