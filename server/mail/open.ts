import { join } from 'node:path';
import { site } from '#content/site.ts';
import type { Config } from '../config.ts';
import type { Mailer } from './mailer.ts';
import { createOutbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';

export const outboxDir = (config: Pick<Config, 'dataDir'>): string =>
  join(config.dataDir, 'outbox');

export function openMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const from = { name: site.name, address: config.mailFrom };
  return config.smtpUrl ? createSmtp(config.smtpUrl, from) : createOutbox(outboxDir(config), from);
}
