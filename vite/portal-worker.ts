import type { Plugin } from 'vite';
import { bundleScript } from './enhance-scripts.ts';
import { shortHash } from './short-hash.ts';

const ENTRY = 'app/offline/portal-worker.ts';
/** The address is the same for every build: browsers check it for updates. */
const FILE = 'portal-worker.js';

/**
 * The service worker of the portal. The names of all files, which contain hashes of their contents,
 * form the build id: if any file changes, the worker changes, and browsers install it.
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
