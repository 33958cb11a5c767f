import { formatDateTime } from '#domain/dates.ts';
import type { ReceiptState } from '#domain/receipts/rules.ts';
import type { Receipt } from '#domain/receipts/schema.ts';

/** The pages of receipts, for anybody who was given a number. */
export const receiptPage = {
  title: 'Receipt',
  searchTitle: 'Check a receipt',
  searchLead:
    'Every applicant gets a receipt number. It shows when we received the proposal and contains no names.',
  description: 'When a proposal was received, signed so that anyone can check it.',
  numberLabel: 'Receipt number',
  numberHint: 'Starts with NPT. You’ll find it in your confirmation email.',
  look: 'Show the receipt',
  another: 'Check another receipt',
  issuedBy: (firm: string) => `Issued by ${firm}`,
  checkAt: (address: string) => `Anyone can check this receipt at ${address}`,
  unknownTitle: 'There is no receipt with this number.',
  unknownText:
    'Check it against your confirmation email, letter by letter. A receipt is never deleted.',
  malformed: 'That isn’t a receipt number. It should look like NPT-7QXM-0F4K-9TZB-2C3D.',

  genuine: 'This receipt is genuine.',
  forged: 'This receipt could not be confirmed.',
  forgedText: 'Its signature does not match its content. Contact us before you rely on it.',

  replacedTitle: 'This receipt is genuine, but a newer one has replaced it.',
  replacedText:
    'We have just checked its signature with our public key. It proves what we received at that time. The answers or documents have changed since.',
  replacedBy: 'Replaced by',

  number: 'Number',
  program: 'Program',
  state: 'Status',
  received: 'Received',
  completed: 'All documents received',
  completeUntil: 'Documents can arrive until',
  /** Of one that waits. */
  orElse: (moment: string): string =>
    `If they don’t arrive by ${moment}, this proposal does not count.`,
  digest: 'Digest of the content (SHA-256)',
  signature: 'Signature (Ed25519)',
  key: 'Key',

  deadline: 'Deadline',
  /** `days` between it and the deadline. */
  before: (days: number): string => {
    if (days === 0) return 'on the day of the deadline';
    return `${days} ${days === 1 ? 'day' : 'days'} before the deadline`;
  },
  save: 'Save receipt',
  print: 'Print',
  share: 'Share',
  copied: 'Link copied',

  checkTitle: 'For developers: check it yourself',
  checkLead:
    'Don’t take our word for it: check the signature yourself, with Node 22 or later and nothing to install:',
  scriptLabel: 'The script check-receipt.mjs',
  /** Followed by the addresses. */
  run: 'Run it as',
  raw: 'The receipt as JSON',
  keys: 'Our public keys as JSON',
  judged: 'How proposals are judged, and where this one stands',
  keep: 'Keep the keys with the receipt, and you can check it even if this site is gone.',
  contentTitle: 'What the digest proves',
  contentText: [
    'The digest covers the four answers and the SHA-256 of both files, as canonical JSON (RFC 8785). Anyone holding the answers and files can prove that these exact ones were received. Nobody can read them from the receipt.',
    'The signature covers the number, program, time and digest; of a proposal that we entered from paper, also when we entered it. The state is not signed, because it changes.',
  ],
} as const;

/** What each state means, in a word or two and a sentence. */
export const RECEIPT_STATE_TEXTS: Record<ReceiptState, { label: string; text: string }> = {
  waiting_for_documents: {
    label: 'Waiting for documents',
    text: 'The answers were received in time. The documents are still on their way.',
  },
  complete: {
    label: 'Complete',
    text: 'The proposal was received with its answers and both documents.',
  },
  lapsed: { label: 'Lapsed', text: 'Nothing was submitted.' },
  replaced: {
    label: 'Replaced',
    text: 'The applicant has changed the proposal since. This receipt proves what was received before.',
  },
  withdrawn: { label: 'Withdrawn', text: 'The applicant withdrew this submission.' },
};

/** A receipt as a text file, with everything that is needed to check it. `address`: of its page. */
export const describeReceipt = (
  { number, program_title, received_at, state, content_sha256, signature, key_id }: Receipt,
  address: string,
): string =>
  [
    `${receiptPage.title} ${number}`,
    `${receiptPage.program}: ${program_title}`,
    `${receiptPage.received}: ${formatDateTime(received_at)} (${received_at})`,
    `${receiptPage.state}: ${RECEIPT_STATE_TEXTS[state].label}`,
    `${receiptPage.digest}: ${content_sha256}`,
    `${receiptPage.signature}: ${signature}`,
    `${receiptPage.key}: ${key_id}`,
    address,
    '',
  ].join('\r\n');

/** The same as in docs/receipts.md, which a test verifies. */
export const CHECK_SCRIPT = `// node check-receipt.mjs https://pitch.example.com NPT-7QXM-0F4K-9TZB-2C3D
import { createPublicKey, verify } from 'node:crypto';
const [site, wanted] = process.argv.slice(2);
const read = async (path) => (await fetch(\`\${site}/api/v1/receipts/\${path}\`)).json();
const [{ keys }, receipt] = [await read('keys'), await read(wanted)];
const { completed_at, content_sha256, number, on_behalf, program_title, received_at } = receipt;
const typed = on_behalf ? { completed_at, content_sha256, number, on_behalf } : { content_sha256, number };
const bytes = Buffer.from(JSON.stringify({ ...typed, program_title, received_at }));
const { signature, key_id } = receipt;
const key = createPublicKey({ key: keys.find(({ kid }) => kid === key_id), format: 'jwk' });
const isGenuine = verify(null, bytes, key, Buffer.from(signature, 'base64url'));
console.log(isGenuine ? \`Genuine. Received \${received_at}, \${receipt.state}\` : 'NOT genuine');
`;
