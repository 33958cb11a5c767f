import type { Editor } from '@tiptap/react';

/** A button of the toolbar; one without `apply` opens the link dialog. */
type Tool = {
  name: string;
  /** Strokes of a drawing, 20 by 20. */
  icon: string;
  isActive: (editor: Editor) => boolean;
  apply?: (editor: Editor) => void;
};

export const TOOLS: readonly Tool[] = [
  {
    name: 'Bold',
    icon: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
    isActive: (editor) => editor.isActive('bold'),
    apply: (editor) => void editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'Italic',
    icon: 'M8 4h7M5 16h7M12 4L8 16',
    isActive: (editor) => editor.isActive('italic'),
    apply: (editor) => void editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'Heading',
    icon: 'M5 4v12M15 4v12M5 10h10',
    isActive: (editor) => editor.isActive('heading'),
    apply: (editor) => void editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'Bulleted list',
    icon: 'M3.5 5h.01M3.5 10h.01M3.5 15h.01M8 5h9M8 10h9M8 15h9',
    isActive: (editor) => editor.isActive('bulletList'),
    apply: (editor) => void editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    icon: 'M2.5 4.5L4 3.5V8M2.5 12.6c1-1.4 2.8-.6 2.2.7L2.6 16.5h2.6M8 5h9M8 10h9M8 15h9',
    isActive: (editor) => editor.isActive('orderedList'),
    apply: (editor) => void editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Quotation',
    icon: 'M8.5 5C5.5 6 4 8 4 10.5V15h5v-5H5M16.5 5c-3 1-4.5 3-4.5 5.5V15h5v-5h-4',
    isActive: (editor) => editor.isActive('blockquote'),
    apply: (editor) => void editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'Link (Ctrl+K)',
    icon: 'M8.5 11.5a3 3 0 0 0 4.3.3l3-3a3 3 0 0 0-4.3-4.3L10 6M11.5 8.5a3 3 0 0 0-4.3-.3l-3 3a3 3 0 0 0 4.3 4.3L10 14',
    isActive: (editor) => editor.isActive('link'),
  },
];
