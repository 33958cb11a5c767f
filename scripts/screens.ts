/**
 * `npm run screens`: a picture of every screen, 360 and 1280 px wide, filled with sample data, in
 * `screens/`. `--only=PATTERN` selects some of them, `--dark` the dark scheme.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mailbox } from '../tests/e2e/mailbox.ts';
import { startRealServer } from '../tests/e2e/real-server.ts';
import { renderGallery } from './screens/gallery-page.ts';
import { listScreens } from './screens/list-screens.ts';
import { fillWorld } from './screens/sample-world.ts';
import { listStates, type State } from './screens/states.ts';
import { takePictures } from './screens/take-pictures.ts';

const isDark = process.argv.includes('--dark');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice(7) ?? '';
const FOLDER = join(import.meta.dirname, '..', 'screens', ...(isDark ? ['dark'] : []));

const server = await startRealServer({ SAMPLE_DATA: 'on', LOG_LEVEL: 'error' });
try {
  console.log('Filling a server with people and proposals …');
  const { tokens, fillings } = await fillWorld(server.url, new Mailbox(server.dataDir, null));
  const all: State[] = [...listScreens(fillings), ...listStates(fillings)];
  const screens = all.filter(({ name }) => new RegExp(only).test(name));
  console.log(`Taking ${screens.length} screens at two widths …`);
  mkdirSync(FOLDER, { recursive: true });
  const pictures = await takePictures(
    { url: server.url, folder: FOLDER, tokens, scheme: isDark ? 'dark' : 'light' },
    screens,
  );
  if (!only) writeFileSync(join(FOLDER, 'index.html'), renderGallery(pictures));
  for (const { name, fault } of pictures) if (fault) console.error(`${name}: ${fault}`);
  console.log(
    `${pictures.length} screens; open ${join('screens', ...(isDark ? ['dark'] : []), 'index.html')}`,
  );
  process.exitCode = pictures.some(({ fault }) => fault) ? 1 : 0;
} finally {
  await server.stop();
}
