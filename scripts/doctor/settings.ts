/** Checks the settings as a whole: what a real installation should have, and what it must have. */
import { SETTINGS, type Config } from '#server/config.ts';
import { good, warning, type Finding } from './finding.ts';

type Environment = Record<string, string | undefined>;

/** Names similar to one of ours are mistakes; other names belong to other programs. */
function findMisspelled(environment: Environment): string[] {
  const ours = new Map(Object.keys(SETTINGS).map((name) => [toKey(name), name]));
  return Object.keys(environment)
    .filter((name) => !(name in SETTINGS) && ours.has(toKey(name)))
    .map((name) => `${name} is not a setting; did you mean ${ours.get(toKey(name))}?`);
}

const toKey = (name: string): string =>
  [...name.toLowerCase().replace(/[^a-z\d]/g, '')].sort().join('');

export async function lookAtSettings(config: Config, environment: Environment): Promise<Finding[]> {
  const findings = findMisspelled(environment).map((says) =>
    warning(says, 'Correct the name: deploy/.env.example has them all.'),
  );
  if (!config.isProduction)
    findings.push(
      warning('APP_ENV is local: this is not a real installation', 'Set APP_ENV=production.'),
    );
  else findings.push(...lookAtProduction(config));
  return findings.length > 0 ? findings : [good('all are valid, and nothing is missing')];
}

function lookAtProduction(config: Config): Finding[] {
  const wanted: [boolean, string, string][] = [
    [
      !config.clamd,
      'documents are not scanned for viruses',
      'Install clamav-daemon and set CLAMD_URL=tcp://127.0.0.1:3310.',
    ],
    [
      config.trustProxy === 0,
      'TRUST_PROXY is 0: behind a proxy all clients share its address, and rate limits',
      'Set TRUST_PROXY to the number of proxies in front.',
    ],
    [
      config.alertTo.length === 0,
      'ALERT_TO is not set: without Prometheus nobody hears of problems',
      'Set it to the email addresses of whoever looks after this server.',
    ],
    [
      Boolean(config.admin),
      'ADMIN_PASSWORD is still set',
      'Remove ADMIN_EMAIL and ADMIN_PASSWORD once the account exists.',
    ],
    [
      /@example\.(com|org|net)$/.test(config.mailFrom),
      `MAIL_FROM is ${config.mailFrom}`,
      'Set it to an address of your own domain, with SPF and DKIM.',
    ],
    [
      config.hasSampleData,
      'SAMPLE_DATA is on',
      'Remove it: sample accounts have a known password.',
    ],
  ];
  return wanted.filter(([isSo]) => isSo).map(([, says, todo]) => warning(says, todo));
}
