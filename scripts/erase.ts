/**
 * `npm run erase -- EMAIL [--really]`: shows what is stored about a person who is not an admin;
 * with `--really`, deletes it for good.
 */
import { erasePerson, findErasable, type Erased } from '#server/accounts/erasure-service.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { normaliseEmail } from '#domain/accounts/rules.ts';
import { openServices } from '#server/services.ts';

const USAGE =
  'Usage: npm run erase -- EMAIL [--really]   (without --really it only says what would go)';

const describe = ({ email, proposals, documents, messages, drafts }: Erased): string =>
  `${email}: the account, ${proposals} proposals, ${documents} documents, ${messages} messages, ${drafts} drafts with their files, and the mails to this address`;

async function run(): Promise<string> {
  const [typed, ...rest] = process.argv.slice(2);
  if (!typed?.includes('@') || rest.some((word) => word !== '--really'))
    throw new ConfigError(USAGE);
  const email = normaliseEmail(typed);
  // ADMIN_EMAIL only matters when the server starts.
  const { ADMIN_EMAIL: _start, ...environment } = process.env;
  const services = await openServices(readConfig(environment));
  try {
    const found = await findErasable(services, email);
    if (!found) throw new ConfigError(`Nothing is kept of ${email}.`);
    if (found.isKept)
      throw new ConfigError(
        `${email} is the account of an admin or a judge: deactivate it instead.`,
      );
    if (rest.length === 0)
      return `Would be deleted: ${describe(found)}. Repeat with --really to delete it for good.`;
    return `Deleted: ${describe(await erasePerson(services, email))}. Older backups still hold it.`;
  } finally {
    await services.db.close();
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
