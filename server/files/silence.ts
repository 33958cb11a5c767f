import { Readable } from 'node:stream';

/**
 * The same bytes; fails if the source is silent for this long while somebody wants to read. A
 * pausing reader does not count. Destroying it destroys the source.
 */
export function limitSilence(
  source: Readable,
  timeoutMs: number,
  onSilence: () => Error,
): Readable {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const limited: Readable = new Readable({
    read() {
      const timer = setTimeout(() => limited.destroy(onSilence()), timeoutMs);
      chunks
        .next()
        .finally(() => clearTimeout(timer))
        .then(
          ({ value, done }) => limited.push(done ? null : value),
          (error: Error) => limited.destroy(error),
        );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  // Either may fail before anybody reads; the reader then gets the error when it starts.
  source.on('error', (error) => limited.destroy(error));
  limited.on('error', () => undefined);
  return limited;
}
