// What `npm start` does before the server takes its place: packages, then pages. Nothing to do
// takes about a tenth of a second.
import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt();
