/** Messages as files: used if no mail server is set. */
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/folders.ts';
import { formatMessage } from './eml.ts';
import type { Mailer, OutgoingMail, Sender } from './mailer.ts';

const MESSAGE = /^[\w-]+\.eml$/;

/**
 * Sorting by name sorts by time. A message always gets the same name, so sending it twice leaves
 * one file.
 */
const nameOf = ({ id, createdAt }: OutgoingMail): string =>
  `${createdAt.toISOString().replace(/[:.]/g, '-')}-${id}.eml`;

/** A message appears in the folder completely or not at all. */
export function createOutbox(dir: string, from: Sender): Mailer {
  makeFolder(dir);
  return {
    async send(mail) {
      const message = formatMessage(mail, from);
      const name = nameOf(mail);
      const partial = join(dir, `.${name}.partial`);
      const file = await open(partial, 'w', 0o600);
      try {
        await file.writeFile(message);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, join(dir, name));
    },
  };
}

export async function listOutbox(dir: string, limit: number): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .filter((name) => MESSAGE.test(name))
    .sort()
    .reverse()
    .slice(0, limit);
}

/** One message as it was written; undefined if there is none of that name. */
export async function readOutbox(dir: string, name: string): Promise<string | undefined> {
  if (!MESSAGE.test(name)) return undefined;
  return readFile(join(dir, name), 'utf8').catch(() => undefined);
}
