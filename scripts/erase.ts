/**
 * `npm run erase -- EMAIL [--shared=delete] [--really]`: shows what is stored about a person who is
 * not an admin; with `--really`, deletes it for good. A receipt number stands for its owner, who may
 * have no address. What other people work on is refused, unless it is to be deleted too.
 */
import { findOwner } from '#server/accounts/erasure-store.ts';
import { readReceiptNumber } from '#domain/receipts/rules.ts';
import {
  AT_THE_MACHINE,
  erasePerson,
  findErasable,
  type Erasure,
} from '#server/accounts/erasure-service.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';
import { ConfigError, type Config } from '#server/config.ts';
import { Problem } from '#domain/problem.ts';
import { normaliseEmail } from '#domain/accounts/rules.ts';
import { openServices } from '#server/services.ts';
import { runCommand } from './command-line.ts';

const USAGE =
  'Usage: npm run erase -- EMAIL|RECEIPT [--shared=delete] [--really]   (without --really it only says what would go)';

const describe = ({ email, proposals, documents, messages, drafts }: Erasure): string =>
  `${email}: the account, ${proposals} proposals, ${documents} documents, ${messages} messages, ${drafts} drafts with their files, and the mails to this address`;

type Words = { named: string; isReally: boolean; isShared: boolean };

const SHARED = '--shared=delete';

function readWords([typed, ...rest]: string[], _config: Config, refuse: () => never): Words {
  const number = readReceiptNumber(typed ?? '');
  const isKnown = (word: string) => word === '--really' || word === SHARED;
  if ((!number && !typed?.includes('@')) || !rest.every(isKnown)) refuse();
  return {
    named: number ?? normaliseEmail(typed!),
    isReally: rest.includes('--really'),
    isShared: rest.includes(SHARED),
  };
}

async function erase(config: Config, { named, isReally, isShared }: Words): Promise<string> {
  const services = await openServices(config);
  try {
    const email = named.includes('@') ? named : await findOwner(services.db.read, named);
    if (!email) throw new ConfigError(`Nobody is known by ${named}.`);
    const found = await findErasable(services, email);
    if (!found) throw new ConfigError(`Nothing is kept of ${email}.`);
    if (found.isKept)
      throw new ConfigError(
        `${email} is the account of an admin or a judge: deactivate it instead.`,
      );
    if (!isReally)
      return `Would be deleted: ${describe(found)}. Repeat with --really to delete it for good.`;
    const acting = { ...AT_THE_MACHINE, isShared };
    const erased = await erasePerson(services, email, leaveRounds, acting).catch((error) => {
      if (!(error instanceof Problem) || error.code !== 'has_members') throw error;
      const what = error.refused!.map(({ id, reason }) => `${reason} (${id})`).join(', ');
      throw new ConfigError(
        `${email} shares what they own with others: ${what}. Hand it over first, or add ${SHARED}.`,
      );
    });
    return `Deleted: ${describe(erased)}. Older backups still hold it.`;
  } finally {
    await services.db.close();
  }
}

await runCommand({ usage: USAGE, read: readWords, run: erase });
