import type { Editor } from '@tiptap/react';

/** A button of the toolbar; one without `apply` opens the link dialog. */
type Tool = {
  name: string;
  sign: string;
  look: 'bold' | 'italic' | 'plain' | 'underline';
  isActive: (editor: Editor) => boolean;
  apply?: (editor: Editor) => void;
};

export const TOOLS: readonly Tool[] = [
  {
    name: 'Bold',
    sign: 'B',
    look: 'bold',
    isActive: (editor) => editor.isActive('bold'),
    apply: (editor) => void editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'Italic',
    sign: 'I',
    look: 'italic',
    isActive: (editor) => editor.isActive('italic'),
    apply: (editor) => void editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'Heading',
    sign: 'H',
    look: 'bold',
    isActive: (editor) => editor.isActive('heading'),
    apply: (editor) => void editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'Bulleted list',
    sign: '•–',
    look: 'plain',
    isActive: (editor) => editor.isActive('bulletList'),
    apply: (editor) => void editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    sign: '1.',
    look: 'plain',
    isActive: (editor) => editor.isActive('orderedList'),
    apply: (editor) => void editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Quotation',
    sign: '“',
    look: 'bold',
    isActive: (editor) => editor.isActive('blockquote'),
    apply: (editor) => void editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'Link (Ctrl+K)',
    sign: 'Link',
    look: 'underline',
    isActive: (editor) => editor.isActive('link'),
  },
];
