import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { transform } from 'lightningcss';
import type { Plugin, Rollup } from 'vite';
import routes from '../app/routes.ts';
import { STYLE_TARGETS } from './browser-targets.ts';
import { shortHash } from './short-hash.ts';

/** The entry modules of pages. */
const SHARED_ROOTS = /\/app\/(root|shell\/public-layout)\.tsx$/;
const PUBLIC_ROOTS = /\/app\/(root|shell\/public-layout|pages\/public\/[a-z-]+)\.tsx$/;
const PORTAL_ROOTS =
  /\/app\/(shell\/(account|dashboard|hall)-layout|pages\/((account|admin|applicant)\/.+|dashboard-[a-z-]+))\.tsx$/;
/** The account screens have a sheet in common, under the id of their layout. */
const ACCOUNT_ID = 'shell/account-layout';
const ACCOUNT_ROOTS = /\/app\/(shell\/account-layout|pages\/account\/[a-z-]+)\.tsx$/;
const STYLES_ID = '\0virtual:styles';

/** The part of a sheet with the rules that name a class in the set, or all other rules. */
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

/** The public pages of the route table: their ids and module paths. */
const listPublicPages = (entries: RouteConfigEntry[]): { id: string; file: string }[] =>
  entries.flatMap(({ id, file, children = [] }) => [
    ...(/^pages\/public\/.*\.tsx$/.test(file)
      ? [{ id: id ?? file.replace(/\.tsx$/, ''), file }]
      : []),
    ...listPublicPages(children),
  ]);
const PUBLIC_PAGES = listPublicPages(routes as RouteConfigEntry[]);

/** What follows the name of a sheet: `program` is not `program-questions`. */
const SHEET_END = /^[\w-]{8}\.css$/;
const sheetName = (file: string): string => `further-${basename(file, '.tsx')}`;

/** The rules of a sheet and the source that a Content-Security-Policy names them by. */
function readSheet(address: string | undefined): { rules: string; source: string } | undefined {
  if (!address) return undefined;
  const rules = readFileSync(`build/client${address}`, 'utf8');
  const digest = createHash('sha256').update(rules).digest('base64');
  return { rules, source: `'sha256-${digest}'` };
}

/** The modules whose names match, and everything that they import. */
function findReached(context: Rollup.PluginContext, roots: RegExp): Set<string> {
  const reached = new Set<string>();
  const reach = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    [...importedIds, ...dynamicallyImportedIds].forEach(reach);
  };
  [...context.getModuleIds()].filter((id) => roots.test(id)).forEach(reach);
  return reached;
}

/**
 * Splits the style sheet into three parts: what every page needs, which all link; what each public
 * page and the account screens need in addition, which they contain; and what the portal needs in
 * addition. The server's
 * build, which runs second, finds the public files in the folder; the portal's keeps the name of
 * the whole sheet, which React Router's manifest contains.
 */
export function publicStyles(): Plugin {
  const classes = new Map<string, string[]>();
  const findSheet = (start: string) => {
    const name =
      existsSync('build/client/assets') &&
      readdirSync('build/client/assets').find(
        (one) => one.startsWith(start) && SHEET_END.test(one.slice(start.length)),
      );
    return name ? `/assets/${name}` : undefined;
  };
  return {
    name: 'pitch-trek:public-styles',
    resolveId: (id) => (id === 'virtual:styles' ? STYLES_ID : undefined),
    load(id) {
      if (id !== STYLES_ID) return undefined;
      const isKnown = this.environment.mode === 'build' && this.environment.name === 'ssr';
      const addressOf = (name: string) => (isKnown ? findSheet(`${name}-`) : undefined);
      const ownRules = [...PUBLIC_PAGES, { id: ACCOUNT_ID, file: ACCOUNT_ID }].map(
        ({ id, file }) => [id, readSheet(addressOf(sheetName(file)))],
      );
      return `export const publicSheet = ${JSON.stringify(addressOf('public'))};
export const furtherStyles = ${JSON.stringify(Object.fromEntries(ownRules))};`;
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
        const sheet = String(whole.source);
        const shared = findReached(this, SHARED_ROOTS);
        const others = findReached(this, PUBLIC_ROOTS);
        const portal = findReached(this, PORTAL_ROOTS);
        const classesWhere = (isWanted: (id: string) => boolean) =>
          new Set([...classes].flatMap(([id, names]) => (isWanted(id) ? names : [])));
        const emit = (name: string, source: Uint8Array) =>
          this.emitFile({
            type: 'asset',
            fileName: `assets/${name}-${shortHash(source)}.css`,
            source,
          });
        const beyondShared = classesWhere((id) => !shared.has(id));
        emit('public', partOf(sheet, beyondShared, true));
        const emitOwn = (file: string, roots: RegExp) => {
          const reached = findReached(this, roots);
          const own = classesWhere((id) => reached.has(id) && !shared.has(id));
          if (own.size > 0) emit(sheetName(file), partOf(sheet, own, false));
        };
        for (const file of new Set(PUBLIC_PAGES.map((page) => page.file)))
          emitOwn(file, new RegExp(`/app/${file}$`));
        emitOwn(ACCOUNT_ID, ACCOUNT_ROOTS);
        const ofPortal = classesWhere(
          (id) => !shared.has(id) && (portal.has(id) || !others.has(id)),
        );
        whole.source = partOf(sheet, ofPortal, false);
      },
    },
  };
}
