/**
 * `npm run erase -- EMAIL [--really]`: shows what is stored about a person who is not an admin;
 * with `--really`, deletes it for good.
 */
import { erasePerson, findErasable, type Erasure } from '#server/accounts/erasure-service.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';
import { ConfigError, type Config } from '#server/config.ts';
import { normaliseEmail } from '#domain/accounts/rules.ts';
import { openServices } from '#server/services.ts';
import { runCommand } from './command-line.ts';

const USAGE =
  'Usage: npm run erase -- EMAIL [--really]   (without --really it only says what would go)';

const describe = ({ email, proposals, documents, messages, drafts }: Erasure): string =>
  `${email}: the account, ${proposals} proposals, ${documents} documents, ${messages} messages, ${drafts} drafts with their files, and the mails to this address`;

type Words = { email: string; isReally: boolean };

function readWords([typed, ...rest]: string[], _config: Config, refuse: () => never): Words {
  if (!typed?.includes('@') || rest.some((word) => word !== '--really')) refuse();
  return { email: normaliseEmail(typed!), isReally: rest.length > 0 };
}

async function erase(config: Config, { email, isReally }: Words): Promise<string> {
  const services = await openServices(config);
  try {
    const found = await findErasable(services, email);
    if (!found) throw new ConfigError(`Nothing is kept of ${email}.`);
    if (found.isKept)
      throw new ConfigError(
        `${email} is the account of an admin or a judge: deactivate it instead.`,
      );
    if (!isReally)
      return `Would be deleted: ${describe(found)}. Repeat with --really to delete it for good.`;
    return `Deleted: ${describe(await erasePerson(services, email, leaveRounds))}. Older backups still hold it.`;
  } finally {
    await services.db.close();
  }
}

await runCommand({ usage: USAGE, read: readWords, run: erase });
