import type { Plugin } from 'vite';

/**
 * The first file in the bundled style sheet decides the order of the layers, so every file declares
 * it.
 */
export function layerOrder(): Plugin {
  return {
    name: 'pitch-trek:layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css')
        ? { code: `@layer tokens, base, ui, shell, page;\n${code}`, map: null }
        : undefined,
  };
}
