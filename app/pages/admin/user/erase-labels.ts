import type { ErasurePreview } from '#domain/accounts/erasure-schema.ts';
import { countOf } from '#domain/count-of.ts';

export const eraseLabels = {
  title: 'Erase this person',
  lead: (hasAddress: boolean) =>
    `When somebody asks the firm to delete what it holds about them.${hasAddress ? ' They can also close their account themselves, in their profile.' : ''}`,
  open: 'Erase this person …',
  loading: 'Loading what would be erased',
  goes: 'Deleted for good',
  stays: 'Stays, without their name',
  told: 'They get an email that it was done. It can’t be undone.',
  notTold: 'They have no email address, so tell them yourself. It can’t be undone.',
  shared:
    'Other people work on what this person owns. Hand it over first, or confirm that it is deleted for everybody.',
  keepShared:
    'To keep a proposal for them, open it and hand it over under “People”. Only the owner can hand over a draft.',
  email: 'Email of the account',
  phone: 'Phone number of the account',
  keep: 'Keep the account',
  confirm: 'Erase for good',
  question: (name: string) => `Erase ${name}?`,
  type: (what: string) => `To confirm, type ${what}.`,
} as const;

const proposals = countOf('proposal', 'proposals');
const documents = countOf('document', 'documents');
const drafts = countOf('draft', 'drafts');
const enquiries = countOf('message', 'messages');
const receipts = countOf('signed receipt', 'signed receipts');
const entries = countOf('entry', 'entries');
const results = countOf('result', 'results');

export const listGoing = (found: ErasurePreview): string[] => [
  'The account, its sessions and the emails to it',
  ...(found.proposals > 0
    ? [
        `${proposals(found.proposals)} with messages, requests, notes and reviews, and ${documents(found.documents)}`,
      ]
    : []),
  ...(found.drafts > 0
    ? [`${drafts(found.drafts)} and everything uploaded for ${found.drafts === 1 ? 'it' : 'them'}`]
    : []),
  ...(found.messages > 0 ? [`${enquiries(found.messages)} sent by the contact form`] : []),
  ...(found.judged > 0
    ? [`${entries(found.judged)} in rounds that are being judged: they leave the round`]
    : []),
];

export const listStaying = (found: ErasurePreview): string[] => [
  ...(found.receipts > 0
    ? [`${receipts(found.receipts)}: number, time and fingerprint, as withdrawn`]
    : []),
  ...(found.results > 0
    ? [
        `${results(found.results)} in sealed results and the public record: key, score and rank. The results are sealed again, and whoever saw the seal is told.`,
      ]
    : []),
  'In the audit log, that something was done and when',
  'Older backups, until newer ones replace them',
  'Approved testimonials, which have no address: unpublish them yourself',
];
