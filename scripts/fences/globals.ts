import { breachAt, isNode, isTest, walk, type Breach, type Node, type Source } from './sources.ts';

const ENVIRONMENT =
  'only server/config.ts reads process.env (server/main.ts may hand it over whole): it is read once, validated and passed in';
const STORAGE =
  'only app/storage/ uses localStorage (app/enhance/ may call getItem), so that logout clears everything';

/** process.env and localStorage may each be used in one place only. */
export function checkGlobals(source: Source): Breach[] {
  const found: Breach[] = [];
  walk(source.program!, (node, parent) => {
    if (
      readsEnvironment(node, parent) &&
      !mayReadEnvironment(source.path) &&
      !handsOverWhole(source.path, parent)
    )
      found.push(breachAt(source, node.start, ENVIRONMENT));
    if (
      isIdentifier(node, 'localStorage') &&
      usesGlobal(node, parent) &&
      !mayUseStorage(source.path, node, parent)
    )
      found.push(breachAt(source, node.start, STORAGE));
  });
  return found;
}

function mayReadEnvironment(path: string): boolean {
  return (
    path === 'server/config.ts' ||
    path.startsWith('scripts/') ||
    /^[^/]+\.config\.ts$/.test(path) ||
    isTest(path)
  );
}

function handsOverWhole(path: string, parent: Node | null): boolean {
  return path === 'server/main.ts' && parent?.type === 'CallExpression';
}

function mayUseStorage(path: string, node: Node, parent: Node | null): boolean {
  if (path.startsWith('app/storage/') || !path.startsWith('app/') || isTest(path)) return true;
  const isObject = parent?.type === 'MemberExpression' && parent['object'] === node;
  return path.startsWith('app/enhance/') && isObject && isIdentifier(parent['property'], 'getItem');
}

function readsEnvironment(node: Node, parent: Node | null): boolean {
  if (node.type === 'MemberExpression')
    return isIdentifier(node['object'], 'process') && isNamed(node['property'], 'env');
  if (node.type === 'VariableDeclarator')
    return isIdentifier(node['init'], 'process') && hasKey(node['id'], 'env');
  return (
    node.type === 'ImportSpecifier' &&
    isIdentifier(node['imported'], 'env') &&
    /^(node:)?process$/.test(sourceOf(parent))
  );
}

/**
 * A name that is only a key (`{ localStorage: … }`, `x.localStorage` of something other than the
 * window) is not a use of the global.
 */
function usesGlobal(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'Property') return parent['value'] === node;
  if (parent?.type !== 'MemberExpression' || parent['property'] !== node) return true;
  return isIdentifier(parent['object'], 'window') || isIdentifier(parent['object'], 'globalThis');
}

function sourceOf(declaration: Node | null): string {
  const source = declaration?.['source'];
  return isNode(source) ? String(source['value']) : '';
}

function hasKey(pattern: unknown, name: string): boolean {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return false;
  return (pattern['properties'] as Node[]).some((property) => isNamed(property['key'], name));
}

function isIdentifier(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && node['name'] === name;
}

function isNamed(node: unknown, name: string): boolean {
  return isIdentifier(node, name) || (isNode(node) && node['value'] === name);
}
