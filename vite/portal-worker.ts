import type { Plugin } from 'vite';
import { bundleScript } from './enhance-scripts.ts';
import { shortHash } from './short-hash.ts';

const ENTRY = 'app/offline/portal-worker.ts';
/** Its address stays from build to build: browsers ask for it again by that. */
const FILE = 'portal-worker.js';

/**
 * The service worker of the portal. The names of all files, which hold hashes of their contents,
 * make the id of the build: with any of them the worker is another one, which browsers install.
 */
export function portalWorker(): Plugin {
  return {
    name: 'pitch-trek:portal-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        if (this.environment.name !== 'client') return;
        const id = shortHash(Object.keys(bundle).sort().join('\n'));
        const { code } = await bundleScript(ENTRY, { BUILD_ID: JSON.stringify(id) });
        this.emitFile({ type: 'asset', fileName: FILE, source: code });
      },
    },
  };
}
