/**
 * What a systemd unit says about the product: its settings, its user and its folders. Reads the
 * file and its drop-ins itself, so that it works where systemd does not run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';

export type Unit = {
  user: string;
  group: string;
  umask: number;
  /** Created by systemd at a start; below /var/lib. */
  stateDirectory: string | undefined;
  settings: Record<string, string>;
};

const DEFAULT_UMASK = '0022';
/** Settings that may be relative paths; systemd starts the product in `WorkingDirectory`. */
const PATHS = ['DATA_DIR', 'BACKUP_TO'];

function readLines(path: string): [name: string, value: string][] {
  const dropIns = `${path}.d`;
  const names = existsSync(dropIns) ? readdirSync(dropIns).sort() : [];
  return [path, ...names.filter((name) => name.endsWith('.conf')).map((n) => join(dropIns, n))]
    .map((file) => readFileSync(file, 'utf8').replace(/\\\n/g, ' '))
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      const [, name, value] = /^\s*([A-Za-z]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value!] as [string, string]];
    });
}

const unquote = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;

/** `Environment=A=1 "B=two words"`. */
const splitAssignments = (line: string): string[] =>
  [...line.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => unquote(word));

function toSetting(assignment: string): [string, string] | undefined {
  const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/s.exec(assignment) ?? [];
  return name === undefined ? undefined : [name, unquote(value!)];
}

const toSettings = (assignments: string[]): Record<string, string> =>
  Object.fromEntries(assignments.map(toSetting).filter((setting) => setting !== undefined));

/** A `-` before the path allows a missing file. */
function readEnvironmentFile(path: string): Record<string, string> {
  const file = path.replace(/^-/, '');
  if (file !== path && !existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n');
  return toSettings(lines.filter((line) => !/^\s*[#;]/.test(line)));
}

function settleSettings(all: (name: string) => string[], folder: string): Record<string, string> {
  const settings: Record<string, string> = toSettings(all('Environment').flatMap(splitAssignments));
  for (const path of all('EnvironmentFile')) Object.assign(settings, readEnvironmentFile(path));
  for (const name of PATHS) {
    const path = settings[name];
    if (path && !isAbsolute(path) && !path.includes('://')) settings[name] = resolve(folder, path);
  }
  return settings;
}

/** Throws the system's error if the unit or its settings cannot be read. */
export function readUnit(path: string): Unit {
  const lines = readLines(path);
  /** An empty value resets a list, as in systemd. */
  const all = (wanted: string): string[] =>
    lines
      .filter(([name]) => name === wanted)
      .reduce<string[]>((values, [, value]) => (value ? [...values, value] : []), []);
  const last = (name: string) => all(name).at(-1);
  const user = last('User') ?? 'root';
  const state = last('StateDirectory');
  return {
    user,
    group: last('Group') ?? user,
    umask: Number.parseInt(last('UMask') ?? DEFAULT_UMASK, 8),
    stateDirectory: state && join('/var/lib', basename(state)),
    settings: settleSettings(all, last('WorkingDirectory') ?? '/'),
  };
}
