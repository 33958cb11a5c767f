/** Gives back to the system what starting has left behind. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Milliseconds after the start: then nothing of it is needed any more, and few people are here. */
const SETTLED = 1000;

/** Without it V8 keeps some 30 MB that only loading the modules needed, until load makes it collect. Measured in docs/operations.md. */
export function trimMemoryAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as Collect;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, SETTLED).unref();
}
