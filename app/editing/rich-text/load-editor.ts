import type { RichTextEditor } from '#app/editor/rich-text-editor.tsx';

let loaded: typeof RichTextEditor | undefined;

/** The editor if it has been loaded: displayed at once, nothing moves. */
export const loadedEditor = (): typeof RichTextEditor | undefined => loaded;

/** Rejects if its script cannot be loaded. */
export async function loadEditor(): Promise<typeof RichTextEditor> {
  loaded = (await import('#app/editor/rich-text-editor.tsx')).RichTextEditor;
  return loaded;
}
