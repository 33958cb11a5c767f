import { existsSync, readdirSync } from 'node:fs';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';
import { STYLE_TARGETS } from './browser-targets.ts';
import { shortHash } from './short-hash.ts';

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
  return transform({ filename: 'style.css', code, minify: true, targets: STYLE_TARGETS }).code;
}

/**
 * Parts the style sheet in two: what public pages need, which portal pages link too, and the rest.
 * The server's build, which comes second, finds the first part's address in the folder; the other
 * one keeps the whole sheet's name, which React Router's manifest has.
 */
export function publicStyles(): Plugin {
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
