/**
 * Well-known passwords that only the server checks (ASVS 6.2.4): 18,000 of eight and more
 * characters, most used first; too many to send to browsers.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { PASSWORDS } from '#domain/constants.ts';
import { invalid } from '#domain/problem.ts';

const LIST = createRequire(import.meta.url).resolve(
  '@zxcvbn-ts/language-common/src/passwords.json',
);

/**
 * One text, one password per line: a Set would take ten times the memory. Loaded when the first
 * password is chosen.
 */
let lines: string | undefined;

function readLines(): string {
  const all = JSON.parse(readFileSync(LIST, 'utf8')) as string[];
  return `\n${all.filter((word) => word.length >= PASSWORDS.minimum).join('\n')}\n`;
}

export const isWellKnown = (password: string): boolean =>
  (lines ??= readLines()).includes(`\n${password.toLowerCase()}\n`);

/** Refuses with 422 on the field that contains the password. */
export function refuseWellKnown(password: string, field: 'password' | 'new_password'): void {
  if (isWellKnown(password)) throw invalid({ [field]: ACCOUNT_RULES.knownPassword });
}
