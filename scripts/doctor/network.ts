/**
 * Checks the services around the product: mail server, clamd, the proxy in front, a time source.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connect, type PeerCertificate } from 'node:tls';
import { createTransport } from 'nodemailer';
import { DAY_MS } from '#domain/constants.ts';
import { site } from '#content/site.ts';
import type { Config } from '#server/config.ts';
import { openMailer } from '#server/mail/mailer.ts';
import { createClamd } from '#server/scans/clamd.ts';
import { fault, good, warning, type Finding } from './finding.ts';

const ANSWER_MS = 10_000;
/** Certificates are renewed a month before they expire; with two weeks left, something is wrong. */
const LEAST_DAYS = 14;
const MOST_SECONDS_OFF = 2;

/** Without an address, only signs in and out; with one, sends a message to it. */
export async function lookAtMail(config: Config, to: string | undefined): Promise<Finding[]> {
  if (!config.smtpUrl)
    return [
      warning('no mail leaves this machine', 'Set SMTP_URL, and try with --mail-to ADDRESS.'),
    ];
  const { host } = new URL(config.smtpUrl);
  if (to) {
    const words = `This message was sent by the doctor of ${site.name}. Mail works.`;
    const mail = {
      id: randomUUID(),
      to,
      subject: `${site.name}: mail works`,
      createdAt: new Date(),
    };
    await openMailer(config).send({ ...mail, text: words, html: `<p>${words}</p>` });
    return [
      good(`${host} has accepted a message to ${to}: check that it has arrived, and not as spam`),
    ];
  }
  const limits = {
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
  };
  const transport = createTransport({ url: config.smtpUrl, ...limits });
  try {
    await transport.verify();
    return [good(`${host} accepts the login; --mail-to ADDRESS sends a message`)];
  } catch (error) {
    return [
      fault(
        `${host}: ${(error as Error).message}`,
        'Correct host, port, user and password in SMTP_URL; ask whether its firewall lets this machine in.',
      ),
    ];
  } finally {
    transport.close();
  }
}

export async function lookAtClamd({ clamd }: Config): Promise<Finding[]> {
  if (!clamd)
    return [
      warning('documents are not scanned for viruses', 'Set CLAMD_URL=tcp://127.0.0.1:3310.'),
    ];
  const address = `${clamd.host}:${clamd.port}`;
  const todo =
    'On Debian, systemd opens the sockets of clamd: follow "Viruses" in docs/operations.md, and look at systemctl status clamav-daemon. Until then documents stay locked.';
  return createClamd(clamd)
    .ping(AbortSignal.timeout(ANSWER_MS))
    .then(
      () => [good(`clamd answers at ${address}`)],
      ({ message }: Error) => [fault(`clamd does not answer at ${address} (${message})`, todo)],
    );
}

const UNREACHED = 'Check the name in DNS, ports 80 and 443, the certificate, and the proxy’s log.';

export async function lookAtProxy({ publicUrl }: Config): Promise<(Finding | false)[]> {
  if (!publicUrl?.startsWith('https://'))
    return [
      warning('PUBLIC_URL is not an https address', 'Put a proxy with TLS in front: deploy/.'),
    ];
  const get = (path: string) =>
    fetch(publicUrl + path, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
  const answer = await get('/healthz').catch((error: Error) => error);
  if (answer instanceof Error) {
    const why = (answer.cause as Error | undefined)?.message ?? answer.message;
    return [fault(`${publicUrl} cannot be reached: ${why}`, UNREACHED)];
  }
  const isOpen = (await (await get('/metrics')).text()).includes('# TYPE');
  const isRefused = `${publicUrl}/healthz answers ${answer.status}`;
  return [
    answer.ok
      ? good(`${publicUrl} answers`)
      : fault(isRefused, 'Is the product running, and does the proxy know its port?'),
    !answer.headers.has('strict-transport-security') &&
      warning(
        'no Strict-Transport-Security',
        'Configure the proxy to pass on the product’s headers.',
      ),
    isOpen &&
      fault(
        'everybody can read /metrics',
        'Set METRICS_TOKEN and TRUST_PROXY, and close it in the proxy as deploy/ does.',
      ),
    await lookAtCertificate(new URL(publicUrl)),
    compareClock(answer.headers.get('date')),
  ];
}

async function lookAtCertificate({ hostname, port }: URL): Promise<Finding> {
  const certificate = await new Promise<PeerCertificate>((resolve, reject) => {
    const options = { host: hostname, port: Number(port) || 443, servername: hostname };
    const socket = connect({ ...options, timeout: ANSWER_MS }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('error', reject);
  });
  const days = Math.floor((new Date(certificate.valid_to).getTime() - Date.now()) / DAY_MS);
  const says = `the certificate ends in ${days} days`;
  return days < LEAST_DAYS ? warning(says, 'Find out why it is not renewed.') : good(says);
}

/** The proxy may be another machine; its answer only has seconds. */
function compareClock(date: string | null): Finding | false {
  const secondsOff = date ? Math.abs(Date.parse(date) - Date.now()) / 1000 : 0;
  const says = `its clock and this one differ by ${Math.round(secondsOff)} s`;
  return secondsOff > MOST_SECONDS_OFF + 1 && fault(says, 'Synchronise both by NTP.');
}

export async function lookAtClock(): Promise<Finding[]> {
  const words = ['show', '--property=NTPSynchronized', '--value'];
  const { status, stdout } = spawnSync('timedatectl', words, { encoding: 'utf8' });
  if (status !== 0)
    return [
      warning(
        'cannot tell whether the clock is right',
        'Deadlines depend on it: compare it with another clock.',
      ),
    ];
  return stdout.trim() === 'yes'
    ? [good('it follows NTP')]
    : [fault('it does not follow NTP', 'Deadlines depend on it: timedatectl set-ntp true')];
}
