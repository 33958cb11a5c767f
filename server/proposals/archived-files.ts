/** Documents on their way into an archive: whole, or named as left out. */
import { Readable } from 'node:stream';
import { refuseDownload } from '#domain/proposals/rules.ts';
import type { Services } from '../context.ts';
import { openVerified } from '../files/verified.ts';

export type NotArchived = 'missing' | 'altered' | 'checking' | 'infected';

type ArchivedFile = {
  key: string;
  size: number;
  sha256: string;
  scanned_at: Date | null;
  threat: string | null;
};

/** This many failed documents in a row mean that the store is down. */
const MOST_FAILURES = 10;

/** Opens one after the other; of one that breaks off, `leaveOut` hears later. */
export function archivedFiles(
  services: Services,
  leaveOut: (name: string, reason: NotArchived) => void,
) {
  let reading: Readable | undefined;
  let failures = 0;
  let isStopped = false;
  const noteFailure = (error: unknown) => {
    failures += 1;
    if (failures >= MOST_FAILURES || isStopped) throw error;
  };
  async function* contentOf(name: string, stream: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* stream;
      failures = 0;
    } catch (error) {
      noteFailure(error);
      leaveOut(name, 'altered');
    } finally {
      stream.destroy();
    }
  }
  async function open(name: string, file: ArchivedFile): Promise<Readable | undefined> {
    const scan = { scannedAt: file.scanned_at, threat: file.threat };
    const refusal = refuseDownload(scan, services.config.clamd !== undefined);
    if (refusal) {
      leaveOut(name, refusal);
      return undefined;
    }
    try {
      reading = await openVerified(services, file);
    } catch (error) {
      reading = undefined;
      noteFailure(error);
      leaveOut(name, 'altered');
      return undefined;
    }
    if (reading) return Readable.from(contentOf(name, reading));
    leaveOut(name, 'missing');
    return undefined;
  }
  const stop = () => {
    isStopped = true;
    reading?.destroy();
  };
  return { open, stop, isStopped: () => isStopped };
}
