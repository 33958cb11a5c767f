import { isTest, breachAt, walk, type Breach, type Node, type Source } from './sources.ts';

const TABLE = 'app/routes.ts';
/**
 * Besides the two tables: scripts of public pages and the portal's service worker, which cannot
 * afford the router behind `href`.
 */
const MAY_SPELL = /^app\/(routes|paths)\.ts$|^app\/enhance\/|^app\/offline\/screen-addresses\.ts$/;
/** The API's own paths, which begin like some screens' paths. */
const OF_API = new Set(['apiPath']);
const REASON = 'a path built by hand: take it from app/paths.ts, which the compiler checks';

/**
 * Paths of screens must come from app/paths.ts. A string that begins like a route of app/routes.ts
 * is one.
 */
export function checkPaths(sources: Source[]): Breach[] {
  const table = sources.find(({ path }) => path === TABLE);
  if (!table) return [];
  const isPath = new RegExp(`^/(${readSegments(table).join('|')})(?![\\w-])`);
  return sources
    .filter(({ path }) => path.startsWith('app/') && !MAY_SPELL.test(path) && !isTest(path))
    .flatMap((source) => findSpelled(source, isPath));
}

function findSpelled(source: Source, isPath: RegExp): Breach[] {
  const breaches: Breach[] = [];
  if (source.program)
    walk(source.program, (node, parent) => {
      const isOfApi = OF_API.has(calleeOf(parent));
      if (!isOfApi && isPath.test(startOf(node)))
        breaches.push(breachAt(source, node.start, REASON));
    });
  return breaches;
}

/** The first segments of the table's paths: `dashboard`, `post` … */
function readSegments({ program }: Source): string[] {
  const segments = new Set<string>();
  walk(program!, (node) => {
    if (node.type !== 'CallExpression' || calleeOf(node) !== 'route') return;
    const [path] = node['arguments'] as Node[];
    const segment = /^[\w.-]+/.exec(startOf(path!))?.[0];
    if (segment) segments.add(segment.replace('.', '\\.'));
  });
  return [...segments];
}

const calleeOf = (node: Node | null): string =>
  node?.type === 'CallExpression' ? String((node['callee'] as Node)['name']) : '';

/** The beginning of a string or template. */
function startOf(node: Node): string {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  if (node.type !== 'TemplateLiteral') return '';
  const [first] = node['quasis'] as { value: { cooked: string } }[];
  return first?.value.cooked ?? '';
}
