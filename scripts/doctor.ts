/**
 * `npm run doctor [-- --mail-to ADDRESS]`: checks everything that an installation needs, with the
 * settings of its environment, and says what to do. Writes nothing but a probe to disk and store,
 * and migrates nothing; exits with 1 if anything is wrong.
 */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, requireUsedKeys } from '#server/config.ts';
import { checksFor } from './doctor/checks.ts';
import { describeFindings, fault, runCheck } from './doctor/finding.ts';
import { endWithReader } from './output.ts';
import { refuseOtherOwner } from './place.ts';

const { values } = parseArgs({ options: { 'mail-to': { type: 'string' } } });

endWithReader();
try {
  const config = requireUsedKeys(readConfig(process.env));
  refuseOtherOwner(config);
  const given = { environment: process.env, mailTo: values['mail-to'] };
  for (const check of checksFor(config, given)) {
    const findings = await runCheck(check);
    console.log(describeFindings(check.name, findings));
    if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  const todo = 'Correct it: deploy/.env.example says what each setting means.';
  console.log(describeFindings('settings', [fault(error.message, todo)]));
  process.exitCode = 1;
}
