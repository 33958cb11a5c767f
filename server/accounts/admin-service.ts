/** Accounts that are not registered: the operator's admin and the sample accounts. */
import { z } from 'zod';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { newPassword } from '#domain/accounts/passwords/schema.ts';
import { email } from '#domain/accounts/schema.ts';
import { LENGTHS } from '#domain/constants.ts';
import { requiredText } from '#domain/text.ts';
import { ConfigError } from '../config.ts';
import type { Services } from '../context.ts';
import { createAccount } from './account-service.ts';
import { isWellKnown } from './passwords.ts';

type Parts = Pick<Services, 'db' | 'clock'>;

const unknownPassword = newPassword.check(
  z.refine((password: string) => !isWellKnown(password), ACCOUNT_RULES.knownPassword),
);

/** Input of `npm run admin -- create`. */
export const operatorAdmin = z.object({
  email,
  first_name: requiredText('a first name', LENGTHS.name),
  last_name: requiredText('a last name', LENGTHS.name),
  password: unknownPassword,
});

const NOWHERE = { phone_number: '', city: '', digital_address: '', region: '' };

/**
 * Opens an admin's account from the command line. Returns its id, or undefined if the address is
 * known.
 */
export const createOperatorAdmin = (
  parts: Parts,
  input: z.output<typeof operatorAdmin>,
): Promise<string | undefined> => createAccount(parts, 'admin', { ...NOWHERE, ...input });

/**
 * Runs at the start: opens the account of ADMIN_EMAIL if no account has the address. Refuses an
 * invalid ADMIN_EMAIL or ADMIN_PASSWORD with a ConfigError.
 */
export async function createConfiguredAdmin(
  services: Parts & Pick<Services, 'config'>,
): Promise<void> {
  const { admin } = services.config;
  if (!admin) return;
  const input = operatorAdmin.safeParse({ ...admin, first_name: 'Site', last_name: 'Admin' });
  if (!input.success) {
    const issue = input.error.issues[0]!;
    throw new ConfigError(`ADMIN_${String(issue.path[0]).toUpperCase()}: ${issue.message}`);
  }
  await createOperatorAdmin(services, input.data);
}

export const SAMPLE_PASSWORD = 'Akwaaba-2026!';

const SAMPLE_PERSON = {
  phone_number: '0240000000',
  city: 'Accra',
  digital_address: 'GA-000-0000',
  region: 'Greater Accra',
  password: SAMPLE_PASSWORD,
};

/** Opens the sample accounts; running it again changes nothing. */
export async function createSampleAccounts(services: Parts): Promise<void> {
  const efua = { email: 'admin@example.com', first_name: 'Efua', last_name: 'Sample' };
  const kojo = { email: 'applicant@example.com', first_name: 'Kojo', last_name: 'Sample' };
  await createAccount(services, 'admin', { ...SAMPLE_PERSON, ...efua });
  await createAccount(services, 'applicant', { ...SAMPLE_PERSON, ...kojo });
}
