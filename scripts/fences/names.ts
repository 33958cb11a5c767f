import { breachAt, type Breach, type Source } from './sources.ts';
import {
  ALLOWED,
  FEATURE_FOLDERS,
  FEATURE_NOUNS,
  FEATURE_PARTS,
  FEATURE_VERBS,
  FORBIDDEN_NAMES,
  MAX_LINES,
  MAX_ROOT_FILES,
  NOUNS,
  ROLES,
  SERVER_MACHINERY,
  SERVER_THINGS,
} from './vocabulary.ts';

const CODE_OR_STYLE = /\.(tsx?|mjs|css)$/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.[a-z]+$/;
const HOME_FOLDERS =
  /(?<![\w.:/])(?:file:\/\/)?\/(?:home|root|tmp|Users|mnt|private)\/[\w.-]|[A-Z]:\\\\?Users\\/;

/**
 * Names and sizes: no barrels, no catch-all folders, kebab-case, the closed vocabulary of noun
 * folders, 300 lines.
 */
export function checkNames(source: Source): Breach[] {
  if (!CODE_OR_STYLE.test(source.path)) return [];
  const lines = source.text.trimEnd().split('\n').length;
  const reason = nameReason(source.path) ?? vocabularyReason(source.path);
  const breaches: Breach[] = reason ? [{ path: source.path, line: 1, reason }] : [];
  if (lines > MAX_LINES)
    breaches.push({
      path: source.path,
      line: MAX_LINES + 1,
      reason: `${lines} lines: more than ${MAX_LINES} is more than one thing, split it`,
    });
  return breaches;
}

/** Limits the number of files directly in a room: others belong in one of its folders. */
export function checkRoots(sources: Source[]): Breach[] {
  return Object.entries(MAX_ROOT_FILES).flatMap(([room, most]) => {
    const files = sources.filter(({ path }) => new RegExp(`^${room}/[^/]+$`).test(path));
    const reason = `${files.length} files directly in ${room}/, where ${most} may be: give it a folder`;
    return files.slice(most).map(({ path }) => ({ path, line: 1, reason }));
  });
}

/** Paths that exist on one machine only, in any text file. */
export function checkMachinePaths(source: Source): Breach[] {
  const offset = source.text.search(HOME_FOLDERS);
  return offset < 0
    ? []
    : [
        breachAt(
          source,
          offset,
          'a path of one machine: take a folder from the environment or from the file itself',
        ),
      ];
}

function nameReason(path: string): string | null {
  const parts = path.split('/');
  const file = parts.at(-1)!;
  const leftover = parts
    .map((part) => part.split('.')[0]!)
    .find((part) => FORBIDDEN_NAMES.includes(part));
  if (leftover)
    return `'${leftover}' says nothing about what is inside: name the thing, or put it beside its one user`;
  if (/^index\.[a-z]+$/.test(file))
    return 'no index files: a barrel hides where a thing lives; import the file itself';
  return KEBAB_CASE.test(file) ? null : `'${file}' is not kebab-case`;
}

function vocabularyReason(path: string): string | null {
  if (path.startsWith('app/features/')) return featureReason(path);
  const [room = '', noun = '', ...rest] = path.split('/');
  const roles = ROLES[room];
  if (!roles || rest.length === 0 || path in ALLOWED) return null;
  if (room === 'server' && SERVER_MACHINERY.includes(noun)) return null;
  if (!NOUNS.includes(noun))
    return `'${noun}' is not a noun of ours: a new noun is a decision and a line in scripts/fences/vocabulary.ts`;
  if (rest.length === 1 && isKnownFile(room, roles, rest[0]!)) return null;
  return `${room}/<noun>/ holds ${roles.map((role) => `${role}.ts`).join(', ')} and their tests; another name is a decision and a line in scripts/fences/vocabulary.ts`;
}

function isKnownFile(room: string, roles: string[], file: string): boolean {
  const name = file.replace(/(\.test)?\.ts$/, '');
  if (room === 'server' && SERVER_THINGS.includes(name)) return true;
  return new RegExp(`^([a-z]+-)*(${roles.join('|')})(\\.test)?\\.ts$`).test(file);
}

const FEATURE_FILE = new RegExp(
  `^((${FEATURE_VERBS.join('|')})-[a-z-]+|([a-z]+-)*(${FEATURE_PARTS.join('|')}))(\\.test)?\\.(tsx?|(module\\.)?css)$`,
);

/** In app/features/: a folder per noun, and names that say what a file is for its screens. */
function featureReason(path: string): string | null {
  const [, , noun = '', ...rest] = path.split('/');
  if (path in ALLOWED) return null;
  if (!FEATURE_NOUNS.includes(noun))
    return `'${noun}' is not a noun of ours: parts of one screen stand beside it in app/pages/; a new noun is a line in scripts/fences/vocabulary.ts`;
  const folders = rest.slice(0, -1);
  const isKnown =
    folders.length <= 1 &&
    folders.every((folder) => FEATURE_FOLDERS.includes(folder)) &&
    FEATURE_FILE.test(rest.at(-1) ?? '');
  return isKnown
    ? null
    : 'app/features/<noun>/ holds use-….ts, labels.ts, …-table.tsx and the like, and form/; another name is a decision and a line in scripts/fences/vocabulary.ts';
}
