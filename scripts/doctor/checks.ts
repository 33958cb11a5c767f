/** All checks, in the order in which they depend on each other. */
import type { Config } from '#server/config.ts';
import { lookAtBackups } from './backups.ts';
import { describePlace } from '../place.ts';
import { good, type Check } from './finding.ts';
import { lookAtClamd, lookAtClock, lookAtMail, lookAtProxy } from './network.ts';
import { lookAtSettings } from './settings.ts';
import { lookAtDatabase, lookAtDisk, lookAtStore } from './storage.ts';

type CheckInput = { environment: Record<string, string | undefined>; mailTo: string | undefined };

export const checksFor = (config: Config, { environment, mailTo }: CheckInput): Check[] => [
  { name: 'settings', look: () => lookAtSettings(config, environment) },
  { name: 'place', look: async () => [good(describePlace(config))] },
  { name: 'disk', look: () => lookAtDisk(config) },
  { name: 'clock', look: lookAtClock },
  { name: 'database', look: () => lookAtDatabase(config) },
  { name: 'files', look: () => lookAtStore(config) },
  { name: 'mail', look: () => lookAtMail(config, mailTo) },
  { name: 'viruses', look: () => lookAtClamd(config) },
  { name: 'proxy', look: () => lookAtProxy(config) },
  { name: 'backup', look: () => lookAtBackups(config) },
];
