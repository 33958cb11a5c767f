/** Where backups are written to and read from. */
import type { S3Options } from '../files/s3-session.ts';

type Bytes = AsyncIterable<Buffer>;

export type Place = {
  /** For display, without secrets. */
  label: string;
  /** Appears completely or not at all; refuses an existing name. Returns the number of bytes. */
  write(name: string, bytes: Bytes): Promise<number>;
  list(): Promise<string[]>;
  open(name: string): Promise<Bytes>;
  remove(name: string): Promise<void>;
};

export type BucketAddress = S3Options & { prefix: string };
