/**
 * `npm run doctor [-- --mail-to ADDRESS]`: checks everything that an installation needs, with the
 * settings of its environment, and says what to do. Writes nothing but a probe to disk and store,
 * and migrates nothing; exits with 1 if anything is wrong.
 */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, requireUsedKeys, type Config } from '#server/config.ts';
import { describePlace, endWithReader, refuseOtherOwner } from './command-line.ts';
import { describeFindings, fault, findingsOf, good, type Look } from './doctor/finding.ts';
import { lookAtClamd, lookAtClock, lookAtMail, lookAtProxy } from './doctor/network.ts';
import { lookAtSettings } from './doctor/settings.ts';
import { lookAtBackups, lookAtDatabase, lookAtDisk, lookAtStore } from './doctor/storage.ts';

const { values } = parseArgs({ options: { 'mail-to': { type: 'string' } } });

const checksFor = (config: Config): Record<string, Look> => ({
  settings: () => lookAtSettings(config, process.env),
  place: async () => [good(describePlace(config))],
  disk: () => lookAtDisk(config),
  clock: lookAtClock,
  database: () => lookAtDatabase(config),
  files: () => lookAtStore(config),
  mail: () => lookAtMail(config, values['mail-to']),
  viruses: () => lookAtClamd(config),
  proxy: () => lookAtProxy(config),
  backup: () => lookAtBackups(config),
});

endWithReader();
try {
  const config = requireUsedKeys(readConfig(process.env));
  refuseOtherOwner(config);
  for (const [name, look] of Object.entries(checksFor(config))) {
    const findings = await findingsOf(look);
    console.log(describeFindings(name, findings));
    if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  const todo = 'Correct it: deploy/.env.example says what each setting means.';
  console.log(describeFindings('settings', [fault(error.message, todo)]));
  process.exitCode = 1;
}
