import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { transform } from 'lightningcss';
import { reactRouter } from '@react-router/dev/vite';
import { build, defineConfig, type Plugin } from 'vite';

/**
 * Plain scripts of `app/enhance`: each is bundled alone and linked by its hashed address from
 * `virtual:enhance`.
 */
const ENHANCE_ENTRIES = { first: 'app/enhance/first.ts', page: 'app/enhance/page.ts' };
const VIRTUAL_ID = '\0virtual:enhance';

const shortHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 8);

type Script = { fileName: string; code: string };

async function bundleScript(name: string, entry: string): Promise<Script> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'es' } },
    },
  });
  const bundle = Array.isArray(output) ? output[0] : output;
  if (!bundle || !('output' in bundle)) throw new Error(`${entry} gave no bundle`);
  const { code } = bundle.output[0];
  return { fileName: `assets/enhance-${name}-${shortHash(code)}.js`, code };
}

function enhanceScripts(): Plugin {
  let isBuild = false;
  let scripts: Promise<Record<string, Script>> | undefined;
  const bundleAll = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(ENHANCE_ENTRIES).map(
          async ([name, entry]) => [name, await bundleScript(name, entry)] as const,
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

/**
 * Whichever file comes first in the one style sheet states the order of the layers; so every file
 * does.
 */
function layerOrder(): Plugin {
  return {
    name: 'pitch-trek:layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css')
        ? { code: `@layer tokens, base, ui, shell, page;\n${code}`, map: null }
        : undefined,
  };
}

/** What public pages are made of, besides what these import. */
const PUBLIC_ROOTS = /\/app\/(root|shell\/public-layout|pages\/public\/[a-z-]+)\.tsx$/;
const PUBLIC_SHEET = /^public-.*\.css$/;
const STYLES_ID = '\0virtual:styles';

/** One of the sheet's two parts: the rules that name a class of the given ones, or all others. */
function partOf(sheet: string, classes: Set<string>, isOthers: boolean): Uint8Array {
  const isNamed = (selectors: unknown) =>
    [...JSON.stringify(selectors).matchAll(/"type":"class","name":"([^"]+)"/g)].some(([, name]) =>
      classes.has(name!),
    );
  const drop = () => (isOthers ? undefined : []);
  const style = ({ value }: { value: { selectors: unknown } }) =>
    isNamed(value.selectors) === isOthers ? [] : undefined;
  const { code } = transform({
    filename: 'style.css',
    code: Buffer.from(sheet),
    visitor: { Rule: { style, keyframes: drop, 'font-face': drop, page: drop } },
  });
  return transform({ filename: 'style.css', code, minify: true }).code;
}

/**
 * Parts the style sheet in two: what public pages need, which portal pages link too, and the rest.
 * The server's build, which comes second, finds the first part's address in the folder; the other
 * one keeps the whole sheet's name, which React Router's manifest has.
 */
function publicStyles(): Plugin {
  const classes = new Map<string, string[]>();
  const findSheet = () =>
    existsSync('build/client/assets')
      ? readdirSync('build/client/assets').find((name) => PUBLIC_SHEET.test(name))
      : undefined;
  return {
    name: 'pitch-trek:public-styles',
    resolveId: (id) => (id === 'virtual:styles' ? STYLES_ID : undefined),
    load(id) {
      if (id !== STYLES_ID) return undefined;
      const sheet =
        this.environment.mode === 'build' && this.environment.name === 'ssr'
          ? findSheet()
          : undefined;
      return `export const publicSheet = ${JSON.stringify(sheet && `/assets/${sheet}`)};`;
    },
    transform(code, id) {
      if (id.endsWith('.module.css'))
        classes.set(
          id,
          [...code.matchAll(/\.(_[\w-]+)/g)].map(([, name]) => name!),
        );
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (this.environment.name !== 'client') return;
        const whole = Object.values(bundle).find(({ fileName }) =>
          /assets\/style-.*\.css$/.test(fileName),
        );
        if (whole?.type !== 'asset') throw new Error('There is no style sheet to part');
        const reached = new Set<string>();
        const reach = (id: string): void => {
          if (reached.has(id)) return;
          reached.add(id);
          [this.getModuleInfo(id)]
            .flatMap((module) => [
              ...(module?.importedIds ?? []),
              ...(module?.dynamicallyImportedIds ?? []),
            ])
            .forEach(reach);
        };
        [...this.getModuleIds()].filter((id) => PUBLIC_ROOTS.test(id)).forEach(reach);
        const portalOnly = new Set(
          [...classes].flatMap(([id, names]) => (reached.has(id) ? [] : names)),
        );
        const sheet = String(whole.source);
        const publicPart = partOf(sheet, portalOnly, true);
        this.emitFile({
          type: 'asset',
          fileName: `assets/public-${shortHash(publicPart)}.css`,
          source: publicPart,
        });
        whole.source = partOf(sheet, portalOnly, false);
      },
    },
  };
}

/**
 * React Router answers a screen whose script did not come with a new document: offline, the
 * browser's own error page. Here the layout that is there shows its `Failed` in the screen's place.
 */
function failedScreens(): Plugin {
  const RELOAD = 'window.location.reload();';
  const SHOW =
    'const Failed = Object.values(routeModulesCache).map((module) => module.handle?.Failed).find(Boolean); if (Failed) return { default: Failed };';
  return {
    name: 'pitch-trek:failed-screens',
    transform(code, id) {
      if (!/react-router\/dist\/production\/.*routeModules\.js$/.test(id)) return undefined;
      if (!code.includes(RELOAD))
        throw new Error(
          'React Router handles a failed script differently now: look at loadRouteModule',
        );
      return { code: code.replace(RELOAD, SHOW + RELOAD), map: null };
    },
  };
}

/** Parts of a noun that only its forms and its own screens need. */
const FORM_PARTS =
  'form|fields?|label|upload|upload-panel|sending-panel|check-[a-z]+|image-size|gallery-items|use-send-post|wait-for-line|retry|read-[a-z]+|use-own-profile|edit-profile|profile-view|profile-conflict|confirm-email|resend-change';
const WITHOUT_ZOD =
  'domain/(?!.*schema|text|paging|accounts/rules|accounts/common)|content/(?!pages|contact|testimonials)|app/(ui|shell|session|api|features/(forms|sectors|programs/summarise))\\b';
/** Of public pages, which ship no React, and of the editor, which comes after its screen. */
const NOT_IN_KIT =
  'public-(form|page)|form-answer|picture|accordion|rich-text-(editor|image|link|tools)';

/** What account screens check and nobody else: the well-known passwords weigh most. */
const PEOPLE = 'accounts/(?:schema|rules|common-passwords)|enquiries/schema';

/**
 * Few scripts instead of thirty, because each costs a round trip on a slow line; but what belongs
 * to one screen must not weigh on everybody's first one. `scripts/budget` fails when a screen's
 * first visit takes more than 160 kB.
 */
const SCRIPTS = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|scheduler|zustand)\//,
    priority: 5,
  },
  {
    name: 'kit',
    test: new RegExp(`/(${WITHOUT_ZOD})(?!.*(${NOT_IN_KIT}))`),
    minShareCount: 2,
    priority: 4,
  },
  // Validation: screens that only show something do without.
  {
    name: 'schemas',
    test: new RegExp(`node_modules/zod/|/domain/(?!${PEOPLE})`),
    minShareCount: 2,
    priority: 3,
  },
  // What every screen under /dashboard has.
  {
    name: 'dashboard',
    test: /node_modules\/@tanstack\/|\/app\/features\/(lists|conflicts)\//,
    minShareCount: 2,
    priority: 2,
  },
  // One for each noun, without what its form needs on its list.
  {
    name: (id: string) => /\/(?:app\/features|domain)\/([a-z-]+)\//.exec(id)?.[1] ?? null,
    test: new RegExp(`/domain/(${PEOPLE})|/app/features/(?!found/|.*(${FORM_PARTS})\\.tsx?)`),
    minShareCount: 2,
    debugName: 'nouns',
  },
];

export default defineConfig({
  plugins: [layerOrder(), reactRouter(), enhanceScripts(), publicStyles(), failedScreens()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  // Found ahead, so that the first visit in development isn't reloaded half-way.
  optimizeDeps: {
    include: [
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
    ],
  },
  // One style sheet, fetched once for all pages: fewer round trips than five small ones, and fewer
  // bytes.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: SCRIPTS,
            },
          },
        },
      },
    },
    // The server build's one entry: what server/pages/handler.ts imports (docs in app/handler.ts).
    // Whole and minified, as it stays in the server's memory with its source.
    ssr: {
      resolve: { noExternal: true },
      build: { minify: true, rolldownOptions: { input: 'app/handler.ts' } },
    },
  },
});
