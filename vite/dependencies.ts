/** Packages that the browser needs, pre-bundled so that no first visit reloads half-way. */
export const BROWSER_DEPENDENCIES = [
  'react',
  'react-dom/client',
  'react-router',
  'react-router/dom',
  'zustand',
  'zustand/middleware',
  '@tanstack/react-query',
  '@tiptap/react',
  '@tiptap/starter-kit',
  'zod/mini',
];
