/**
 * Time from the start script to the first `ready`: in an empty folder, and again in the same one.
 */
import { makeDataDir, removeDataDir, startProduct } from './product.ts';
import { limited, spread, type Row } from './report.ts';

const LATER_LIMIT_SECONDS = 3;
const LATER_STARTS = 3;

async function timeStart(dataDir: string): Promise<number> {
  const begin = performance.now();
  const product = await startProduct(dataDir, { SAMPLE_DATA: 'on' }, true);
  const seconds = (performance.now() - begin) / 1000;
  await product.stop();
  return seconds;
}

export async function benchStarts(): Promise<Row[]> {
  const dataDir = makeDataDir();
  try {
    const first = await timeStart(dataDir);
    const later: number[] = [];
    for (let count = 0; count < LATER_STARTS; count += 1) later.push(await timeStart(dataDir));
    return [
      {
        what: 'first start in an empty data folder, installed and built',
        ours: spread([first], ' s'),
      },
      limited('later starts', later, ' s', LATER_LIMIT_SECONDS),
    ];
  } finally {
    removeDataDir(dataDir);
  }
}
