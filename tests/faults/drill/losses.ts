/** What was acknowledged but is missing or duplicated, which trust I1 and I4 exclude. */
import { createHash } from 'node:crypto';
import { storedKeys } from '../../proposal-forms.ts';
import { integrityOf } from '../integrity.ts';
import type { DrillWorld } from './world.ts';
import type { Ledger } from './writers.ts';

type Losses = {
  /** A sentence for each row that is lost, duplicated or damaged. */
  lost: string[];
  /** Files left by interrupted writes: the sweep removes them. */
  filesForSweep: number;
  mails: { sent: number; waiting: number; refused: number };
};

async function findLostEnquiries({ services }: DrillWorld, ledger: Ledger): Promise<string[]> {
  const rows = await services.db.read.selectFrom('enquiries').select('email').execute();
  const counts = new Map<string, number>();
  for (const { email } of rows) counts.set(email, (counts.get(email) ?? 0) + 1);
  const lost = ledger.enquiries
    .filter((email) => !counts.has(email))
    .map((email) => `I1: the enquiry of ${email} is gone`);
  const doubled = [...counts].filter(([, count]) => count > 1);
  return [...lost, ...doubled.map(([email, count]) => `I4: the enquiry of ${email}: ${count}`)];
}

async function findLostDrafts({ services }: DrillWorld, { drafts }: Ledger): Promise<string[]> {
  const rows = await services.db.read
    .selectFrom('drafts')
    .select(['program_id', 'business_name'])
    .execute();
  const stored = new Map(rows.map((row) => [row.program_id, Number(row.business_name)]));
  return [...drafts]
    .filter(([id, count]) => (stored.get(id) ?? 0) < count)
    .map(([id, count]) => `I1: the draft is at ${stored.get(id)}, and ${count} was acknowledged`);
}

async function digestOfFile({ services }: DrillWorld, key: string): Promise<string> {
  const file = await services.files.get(key);
  if (!file) return 'no file';
  const hash = createHash('sha256');
  for await (const chunk of file.stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Checks every row and both its files, acknowledged or not. */
async function findLostProposals(world: DrillWorld, ledger: Ledger): Promise<string[]> {
  const lost: string[] = [];
  const { read } = world.services.db;
  const documents = await read
    .selectFrom('documents')
    .select(['proposal_id', 'kind', 'key', 'sha256'])
    .execute();
  for (const { key, sha256 } of documents)
    if ((await digestOfFile(world, key)) !== sha256) lost.push(`I2: ${key} is not what was stored`);
  const digests = new Map(
    documents.map(({ proposal_id, kind, sha256 }) => [`${proposal_id} ${kind}`, sha256]),
  );
  for (const proposal of ledger.proposals)
    for (const [kind, digest] of Object.entries(proposal.digests))
      if (digests.get(`${proposal.id} ${kind}`) !== digest)
        lost.push(`I1: the ${kind} of ${proposal.id} is not what was sent`);
  const names = await read.selectFrom('proposals').select('business_name').execute();
  if (new Set(names.map((row) => row.business_name)).size < names.length)
    lost.push('I4: a proposal is there twice');
  if (documents.length !== 2 * names.length) lost.push('I2: a proposal has not its two documents');
  return lost;
}

function findUnsound({ services: { db }, dataDir }: DrillWorld): string[] {
  if (db.engine !== 'sqlite') return [];
  return integrityOf(dataDir)
    .filter((verdict) => verdict !== 'ok')
    .map((verdict) => `I7: ${verdict}`);
}

/** Mails marked as sent must have arrived, and each enquiry must have queued its mail. */
async function checkMails({ services, mail }: DrillWorld) {
  const rows = await services.db.read.selectFrom('mails').select(['id', 'state']).execute();
  const arrived = new Set(
    mail.server.messages.map(({ messageId }) => /<([^@]+)@/.exec(messageId ?? '')?.[1]),
  );
  const sent = rows.filter(({ state }) => state === 'sent');
  const lost = sent
    .filter(({ id }) => !arrived.has(id))
    .map(({ id }) => `I1: mail ${id} is called sent and never arrived`);
  const waiting = rows.filter(({ state }) => state === 'queued').length;
  return {
    lost,
    mails: { sent: sent.length, waiting, refused: rows.length - sent.length - waiting },
  };
}

/** Call it once nobody writes any more. */
export async function findLosses(world: DrillWorld, ledger: Ledger): Promise<Losses> {
  const { lost: lostMails, mails } = await checkMails(world);
  const rows = await world.services.db.read.selectFrom('documents').select('key').execute();
  const lost = [
    ...(await findLostEnquiries(world, ledger)),
    ...(await findLostDrafts(world, ledger)),
    ...(await findLostProposals(world, ledger)),
    ...findUnsound(world),
    ...lostMails,
  ];
  const keys = await storedKeys(world.services);
  return { lost, filesForSweep: keys.length - rows.length, mails };
}
