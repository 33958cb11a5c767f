// Compiles the server once, into the cache that `npm start` names: the first start then needs neither the type stripper nor its memory.
import { flushCompileCache } from 'node:module';
import '#server/server.ts';

await import(new URL('../build/server/index.js', import.meta.url).href);
flushCompileCache();
process.exit(0);
