// Deletes the data folder: embedded database, uploaded files, outbox. Does not touch a database or
// bucket elsewhere.
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { ROOT } from './install.mjs';

const folder = resolve(ROOT, process.env.DATA_DIR ?? 'data');
const holds = (path) => !relative(folder, path).startsWith('..');
const isDataFolder =
  !holds(ROOT) &&
  !holds(homedir()) &&
  !['.git', 'package.json'].some((name) => existsSync(join(folder, name)));
if (!isDataFolder) {
  console.error(`${folder} is not only data; nothing was deleted. Look at DATA_DIR.`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
console.log(`Deleted ${folder}. The next start begins with a new database.`);
