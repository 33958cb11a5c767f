import { basename } from 'node:path';
import { build, type Plugin } from 'vite';
import { BROWSERS } from './browser-targets.ts';
import { shortHash } from './short-hash.ts';

/**
 * Plain scripts of `app/enhance`, each bundled separately: some are files, linked by their hashed
 * address from `virtual:enhance`; others are written into documents.
 */
const FILES = {
  beforePaint: 'app/enhance/before-paint.ts',
  main: 'app/enhance/main.ts',
};
const INLINE = { beforePaintPortal: 'app/enhance/before-paint-portal.ts' };
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

export function enhanceScripts(): Plugin {
  let isBuild = false;
  let scripts: Promise<Record<string, Script>> | undefined;
  const bundleAll = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(FILES).map(
          async ([name, entry]) => [name, await bundleScript(entry)] as const,
        ),
      ),
    );
  return {
    name: 'pitch-trek:enhance',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id === 'virtual:enhance' ? VIRTUAL_ID : undefined),
    async load(id) {
      if (id !== VIRTUAL_ID) return undefined;
      const built = isBuild ? await (scripts ??= bundleAll()) : undefined;
      const addresses = Object.entries(FILES).map(([name, entry]) => [
        name,
        `/${built?.[name]?.fileName ?? entry}`,
      ]);
      // A browser finds it in the document.
      const isServer = this.environment.name === 'ssr';
      const codes = await Promise.all(
        Object.entries(INLINE).map(async ([name, entry]) => [
          name,
          isServer ? (await bundleScript(entry, {}, 'iife')).code.trim() : '',
        ]),
      );
      return [...addresses, ...codes]
        .map(([name, value]) => `export const ${name}Script = ${JSON.stringify(value)};`)
        .join('\n');
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { fileName, code } of Object.values(await (scripts ??= bundleAll()))) {
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}
