import { basename } from 'node:path';
import { build, type Plugin } from 'vite';
import { BROWSERS } from './browser-targets.ts';
import { shortHash } from './short-hash.ts';

/**
 * Plain scripts of `app/enhance`: each is bundled separately and linked by its hashed address from
 * `virtual:enhance`.
 */
const ENHANCE_ENTRIES = {
  beforePaint: 'app/enhance/before-paint.ts',
  beforePaintPortal: 'app/enhance/before-paint-portal.ts',
  main: 'app/enhance/main.ts',
};
const VIRTUAL_ID = '\0virtual:enhance';

type Script = { fileName: string; code: string };

/** One script without imports; `define` replaces names at build time. */
export async function bundleScript(
  entry: string,
  define: Record<string, string> = {},
): Promise<Script> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: BROWSERS,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'es' } },
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
        Object.entries(ENHANCE_ENTRIES).map(
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
      const lines = Object.entries(ENHANCE_ENTRIES).map(
        ([name, entry]) =>
          `export const ${name}Script = ${JSON.stringify(`/${built?.[name]?.fileName ?? entry}`)};`,
      );
      return lines.join('\n');
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { fileName, code } of Object.values(await (scripts ??= bundleAll()))) {
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}
