// What `npm start` does before the server starts: installs packages, then builds pages. Takes about
// a tenth of a second if there is nothing to do.
import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt();
