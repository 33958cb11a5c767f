import type { Plugin } from 'vite';

/**
 * Whichever file comes first in the one style sheet states the order of the layers; so every file
 * does.
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
