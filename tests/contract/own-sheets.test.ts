/** The rules of its own that the server writes into each public page. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));
const ASSETS = `${BUILD}client/assets/`;

test.skipIf(!existsSync(ASSETS))('no sheet of a page is taken for that of another', () => {
  const server = readFileSync(`${BUILD}server/index.js`, 'utf8');
  const sheets = readdirSync(ASSETS).filter((name) => /^further-.*\.css$/.test(name));
  expect(sheets.length).toBeGreaterThan(10);
  for (const name of sheets) {
    const digest = createHash('sha256')
      .update(readFileSync(ASSETS + name))
      .digest('base64');
    expect(server.includes(digest), name).toBe(true);
  }
});
