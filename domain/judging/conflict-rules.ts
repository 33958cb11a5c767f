/** Which ties between a judge and a proposal the product finds by itself; never from content. */
import { foldText } from '../fold-text.ts';
import { nearnessOfNames } from '../proposals/similar.ts';

export const CONFLICT_KINDS = [
  ...(['same_person', 'same_domain', 'same_organisation', 'named_person'] as const),
  ...(['own_business', 'family', 'business', 'employment', 'other'] as const),
] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];
export type ConflictState = 'possible' | 'confirmed' | 'cleared';

type JudgeFacts = {
  email: string;
  phone_number: string;
  organisations: readonly string[];
  people: readonly string[];
};
type ProposalFacts = {
  email: string;
  phone_number: string;
  first_name: string;
  last_name: string;
  business_name: string;
  business_website: string | null;
};
type FoundConflict = { kind: ConflictKind; state: ConflictState; reason: string };

/** Hosts of mail and pages of everybody, and suffixes under which anybody registers a name. */
const PUBLIC_HOSTS = new Set(
  `gmail.com googlemail.com yahoo.com yahoo.co.uk ymail.com outlook.com hotmail.com hotmail.co.uk
  live.com msn.com icloud.com me.com mac.com aol.com proton.me protonmail.com gmx.com gmx.net
  mail.com zoho.com yandex.com facebook.com fb.com instagram.com linkedin.com twitter.com x.com
  tiktok.com youtube.com wa.me whatsapp.com wixsite.com wix.com wordpress.com blogspot.com
  weebly.com webflow.io github.io netlify.app vercel.app sites.google.com google.com business.site
  linktr.ee com.gh org.gh edu.gh gov.gh net.gh co.uk`.split(/\s+/),
);

const mailHost = (email: string): string => email.split('@').at(-1)!.trim().toLowerCase();

function siteHost(website: string | null): string {
  const host = /^(?:[a-z]+:\/\/)?([^/?#:]+)/i.exec(website ?? '')?.[1] ?? '';
  return host.toLowerCase().replace(/^www\./, '');
}

/** Where everybody has an address or a page. */
export const isPublicHost = (host: string): boolean => PUBLIC_HOSTS.has(host) || isPublic(host);

const isPublic = (host: string): boolean =>
  [...PUBLIC_HOSTS].some((known) => host === known || host.endsWith(`.${known}`)) &&
  !/\.(com|org|edu|gov|net)\.gh$|\.co\.uk$/.test(host);

function isSameHost(one: string, other: string): boolean {
  if (!one.includes('.') || !other.includes('.')) return false;
  if (isPublicHost(one) || isPublicHost(other)) return false;
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** What a business is, rather than its name. */
export const LEGAL_WORDS =
  /^(ltd|limited|co|company|enterprise|enterprises|ventures?|group|ghana|gh|plc|llc|inc)$/;
const DROPPED = /^(ltd|limited|company|enterprise|enterprises|ventures|group|ghana|plc)$/;

const plainWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

type Name = { plain: string; starts: ReadonlySet<string> };

/** The same few names are compared with thousands of others. */
const names = new Map<string, Name>();
const MOST_NAMES = 10_000;

function nameOf(text: string): Name {
  const known = names.get(text);
  if (known) return known;
  const words = plainWords(text).filter((word) => !DROPPED.test(word));
  const name = { plain: words.join(' '), starts: new Set(words.map((word) => word.slice(0, 2))) };
  if (names.size >= MOST_NAMES) names.clear();
  names.set(text, name);
  return name;
}

const isNear = (one: string, other: string): boolean => {
  const { starts } = nameOf(other);
  return (
    [...nameOf(one).starts].some((start) => starts.has(start)) && nearnessOfNames(one, other) > 0
  );
};

function findOrganisation(
  { organisations }: JudgeFacts,
  { business_name: name }: ProposalFacts,
): FoundConflict | undefined {
  const kind = 'same_organisation';
  const { plain } = nameOf(name);
  const same = organisations.find((one) => plain !== '' && nameOf(one).plain === plain);
  if (same) return { kind, state: 'confirmed', reason: `The judge belongs to ${same}.` };
  const near = organisations.find((one) => isNear(one, name));
  if (near === undefined) return undefined;
  return { kind, state: 'possible', reason: `${near} has nearly the same name as ${name}.` };
}

function findPerson(judge: JudgeFacts, proposal: ProposalFacts): FoundConflict | undefined {
  const words = new Set(plainWords(`${proposal.first_name} ${proposal.last_name}`));
  const named = judge.people.find((person) => {
    const parts = plainWords(person);
    return parts.length > 0 && parts.every((part) => words.has(part));
  });
  const reason = `The judge said they could not judge ${named} freely, and the applicant has this name.`;
  return named === undefined ? undefined : { kind: 'named_person', state: 'possible', reason };
}

/** Every tie that the product can see, each with its reason in a sentence: contract §9.6. */
export function findConflicts(judge: JudgeFacts, proposal: ProposalFacts): FoundConflict[] {
  const found: FoundConflict[] = [];
  const confirm = (kind: ConflictKind, reason: string) =>
    found.push({ kind, state: 'confirmed', reason });
  if (judge.email.toLowerCase() === proposal.email.toLowerCase())
    confirm('same_person', 'The judge and the applicant have the same email address.');
  else if (judge.phone_number !== '' && judge.phone_number === proposal.phone_number)
    confirm('same_person', 'The judge and the applicant have the same phone number.');
  const host = mailHost(judge.email);
  if (isSameHost(host, mailHost(proposal.email)))
    confirm('same_domain', `Both have an email address at ${host}.`);
  else if (isSameHost(host, siteHost(proposal.business_website)))
    confirm(
      'same_domain',
      `The judge’s email address and the website of the business are at ${host}.`,
    );
  const byName = [findOrganisation(judge, proposal), findPerson(judge, proposal)];
  return [...found, ...byName.filter((one) => one !== undefined)];
}
