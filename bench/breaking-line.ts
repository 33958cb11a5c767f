/**
 * Two documents of 5 MB over a line of 50 kB/s that breaks for five seconds every five seconds,
 * sent as the form in the browser does. Takes up to twenty minutes, so it runs only when named.
 */
import { makePdf } from '#tests/pdf-samples.ts';
import { sendBoth } from '#tests/document-senders.ts';
import { startSlowLine } from '#tests/servers/slow-line.ts';
import { limited, type Row } from './report.ts';
import { inWorld } from './world.ts';

const LINE = { bytesPerSecond: 50_000, upMs: 5000, downMs: 5000 };
const MEGABYTES = 5;

export const benchBreakingLine = (): Promise<Row[]> =>
  inWorld({}, async ({ product, seeded }) => {
    const line = await startSlowLine(product.port, LINE);
    const pdf = await makePdf({ megabytes: MEGABYTES });
    const draft = { programId: seeded.programIds[0]!, token: seeded.applicantToken };
    const begin = performance.now();
    const states = await sendBoth(`http://127.0.0.1:${line.port}`, draft, pdf);
    const seconds = (performance.now() - begin) / 1000;
    line.stop();
    const isReady = states.every((state) => state?.phase === 'ready');
    return [
      {
        what: `2 x ${MEGABYTES} MB at 50 kB/s, gone for 5 s every 5 s`,
        ours: `${seconds.toFixed(0)} s, ${line.breaks()} breaks`,
        target: 'both ready',
        isMet: isReady,
      },
      limited('sent for each byte of them', [line.sentBytes() / (2 * pdf.length)], '', 2),
    ];
  });
