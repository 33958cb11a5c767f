import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build, type Plugin } from 'vite';
import { BROWSERS } from './browser-targets.ts';
import { shortHash } from './short-hash.ts';

/**
 * Plain scripts of `app/enhance`, each bundled separately: `virtual:enhance` contains the hashed
 * address of the main one, and the code of those that are written into documents.
 */
const MAIN = 'app/enhance/main.ts';
const INLINE = {
  beforePaint: 'app/enhance/before-paint.ts',
  beforePaintPortal: 'app/enhance/before-paint-portal.ts',
};
const VIRTUAL_ID = '\0virtual:enhance';

type Script = { fileName: string; code: string };

/**
 * One script without imports; `define` replaces names at build time. As `iife` it keeps its names
 * to itself, which a module does anyway.
 */
export async function bundleScript(
  entry: string,
  define: Record<string, string> = {},
  format: 'es' | 'iife' = 'es',
): Promise<Script> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: BROWSERS,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format } },
    },
  });
  const bundle = Array.isArray(output) ? output[0] : output;
  if (!bundle || !('output' in bundle)) throw new Error(`${entry} gave no bundle`);
  const { code } = bundle.output[0];
  return { fileName: `assets/enhance-${basename(entry, '.ts')}-${shortHash(code)}.js`, code };
}

/** Code to be written into documents, and the source that a Content-Security-Policy names it by. */
async function bundleInline(entry: string): Promise<{ code: string; source: string }> {
  const code = (await bundleScript(entry, {}, 'iife')).code.trim();
  return { code, source: `'sha256-${createHash('sha256').update(code).digest('base64')}'` };
}

export function enhanceScripts(): Plugin {
  let isBuild = false;
  let main: Promise<Script> | undefined;
  return {
    name: 'pitch-trek:enhance',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id === 'virtual:enhance' ? VIRTUAL_ID : undefined),
    async load(id) {
      if (id !== VIRTUAL_ID) return undefined;
      const address = isBuild ? (await (main ??= bundleScript(MAIN))).fileName : MAIN;
      // A browser finds them in the document.
      const isServer = this.environment.name === 'ssr';
      const inline = Object.entries(INLINE).map(async ([name, entry]) => {
        const written = isServer ? await bundleInline(entry) : { code: '', source: '' };
        return `export const ${name} = ${JSON.stringify(written)};`;
      });
      return [`export const mainScript = '/${address}';`, ...(await Promise.all(inline))].join(
        '\n',
      );
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const { fileName, code } = await (main ??= bundleScript(MAIN));
      this.emitFile({ type: 'asset', fileName, source: code });
    },
  };
}
