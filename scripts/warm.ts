// Starts the server once, in a temporary folder: everything that a first start loads is then in the
// compile cache of `npm start`, which saves the type stripper and its memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dir = mkdtempSync(join(tmpdir(), 'pitch-trek-warm-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
Object.assign(process.env, { DATA_DIR: dir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' });
await import(pathToFileURL(join(import.meta.dirname, '../build/node/main.js')).href);
process.kill(process.pid, 'SIGTERM');
