/** Draws docs/pictures/rooms.svg from the imports: `npm run rooms`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawRooms } from './rooms/draw.ts';
import { readGraphs } from './rooms/graph.ts';

const root = join(import.meta.dirname, '..');
const path = 'docs/pictures/rooms.svg';
writeFileSync(join(root, path), drawRooms(readGraphs(root)));
console.log(`Drawn: ${path}`);
