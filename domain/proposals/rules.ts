import { foldText } from '../fold-text.ts';
import { isEditingLocked } from '../programs/rules.ts';

/** Both lists of the specification combined: contract §5.6. */
export const FUNDING_STAGES = [
  'PENDING_FUNDING',
  'PRE_SEED',
  'SEED',
  'GROWTH',
  'SERIES_A',
  'SERIES_B',
  'SERIES_C',
] as const;
export type FundingStage = (typeof FUNDING_STAGES)[number];
export const isStage = (value: unknown): value is FundingStage =>
  (FUNDING_STAGES as readonly unknown[]).includes(value);

/** A stage for people: "Pending Funding", "Series A". */
export function formatStage(stage: FundingStage): string {
  return stage
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
}

/** How `is_approved` is shown. */
export const formatApproval = (isApproved: boolean): string =>
  isApproved ? 'Approved' : 'Unapproved';

export const INITIAL_STAGE: FundingStage = 'PENDING_FUNDING';

export const ADMIN_CHOICES: readonly FundingStage[] = [
  'PRE_SEED',
  'SEED',
  'SERIES_A',
  'SERIES_B',
  'SERIES_C',
];

/** The choices of the admin's dialog: its own list and the current stage. */
export function stageChoices(current: FundingStage): FundingStage[] {
  return ADMIN_CHOICES.includes(current) ? [...ADMIN_CHOICES] : [current, ...ADMIN_CHOICES];
}

export const DOCUMENT_KINDS = ['pitch_deck', 'financials'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
/** Also of what shows how a proposal came in that somebody at the firm typed in. */
export const DOCUMENT_LABELS: Record<DocumentKind | 'evidence', string> = {
  pitch_deck: 'pitch deck',
  financials: 'financials',
  evidence: 'evidence',
};

/**
 * A document's key is its kind, or the id of the question that it answers. Whether everybody sends
 * it:
 */
export const isDocumentKind = (key: string): key is DocumentKind =>
  (DOCUMENT_KINDS as readonly string[]).includes(key);

/** In a sentence: "pitch deck", or the quoted words of the question. */
export const labelOfDocument = (key: string, words: string | undefined): string =>
  isDocumentKind(key) || key === 'evidence' ? DOCUMENT_LABELS[key] : `“${words ?? 'document'}”`;

const FILE_ENDS = {
  ...{ pitch_deck: 'pitch-deck', financials: 'financials' },
  evidence: 'evidence',
} as const;

const toSlug = (text: string): string =>
  (
    foldText(text)
      .slice(0, 100)
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join('-');

/** The name of its download: `business-name-pitch-deck.pdf`; `words` are the question's. */
export const documentFileName = (businessName: string, key: string, words = ''): string =>
  documentFileNamer(businessName)(key, words);

/** The same for several documents of one business. */
export function documentFileNamer(businessName: string): (key: string, words?: string) => string {
  const start = toSlug(businessName);
  return (key, words = '') => {
    const end =
      isDocumentKind(key) || key === 'evidence' ? FILE_ENDS[key] : toSlug(words) || 'document';
    return `${start ? `${start}-` : ''}${end}.pdf`;
  };
}

const UNSAFE_IN_NAMES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;
const NAME_CHARS = 80;

/** A text as part of a file name that every system accepts; never a path. */
const toNamePart = (text: string): string =>
  [...text.toWellFormed().normalize('NFC').replace(UNSAFE_IN_NAMES, ' ')]
    .slice(0, NAME_CHARS)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');

const ARCHIVED_NAMES: Record<DocumentKind, string> = {
  pitch_deck: 'Pitch deck.pdf',
  financials: 'Financials.pdf',
};

/**
 * A document's path in an archive: `NPT-7QXM-… Business name (Region)/Pitch deck.pdf`. Without a
 * receipt, `place`, which counts from 1, distinguishes businesses of the same name.
 */
export function archivedName(
  place: number,
  proposal: { business_name: string; region: string; receipt_number?: string | null },
  key: string,
  words = '',
): string {
  const number = proposal.receipt_number ?? String(place).padStart(4, '0');
  const [name, where] = [toNamePart(proposal.business_name), toNamePart(proposal.region)];
  const folder = `${number} ${name || 'Proposal'}${where && ` (${where})`}`;
  const file = isDocumentKind(key) ? ARCHIVED_NAMES[key] : `${toNamePart(words) || 'Document'}.pdf`;
  return `${folder}/${file}`;
}

/** Readers search this many bytes for the header of a PDF. */
export const PDF_HEADER_WINDOW_BYTES = 1024;

/**
 * Position of the PDF header in a file's first bytes, read as Latin-1; -1 if there is none. Readers
 * do not need a version after it.
 */
export function findPdfHeader(head: string): number {
  const withVersion = head.search(/%PDF-\d\.\d/);
  return withVersion >= 0 ? withVersion : head.indexOf('%PDF-');
}

/**
 * Warnings for admins before they open a document. `unsearched`: damage or size prevented a
 * complete search.
 */
export const DOCUMENT_MARKERS = [
  'javascript',
  'launch',
  'embedded_file',
  'protected',
  'unsearched',
] as const;
export type DocumentMarker = (typeof DOCUMENT_MARKERS)[number];

export const DOCUMENT_SCANS = ['checking', 'infected'] as const;
export type DocumentScan = (typeof DOCUMENT_SCANS)[number];

/**
 * Why nobody may download a document now; undefined if they may. A found threat counts even if
 * scanning is now off.
 */
export function refuseDownload(
  document: { scannedAt: Date | null; threat: string | null },
  isScanning: boolean,
): DocumentScan | undefined {
  if (document.threat !== null) return 'infected';
  return isScanning && document.scannedAt === null ? 'checking' : undefined;
}

type EditRefusal = 'withdrawn' | 'proposal_approved' | 'deadline_passed';

/**
 * Why the owner may no longer edit or delete; undefined if they may (contract §5.10: an approval
 * locks too).
 */
export function refuseEdit(
  proposal: { isWithdrawn: boolean; isApproved: boolean; deadline: Date },
  now: Date,
): EditRefusal | undefined {
  if (proposal.isWithdrawn) return 'withdrawn';
  if (proposal.isApproved) return 'proposal_approved';
  return isEditingLocked(proposal.deadline, now) ? 'deadline_passed' : undefined;
}

export const PROPOSAL_SORTS = [
  'created_at',
  'received_at',
  'business_name',
  'business_sector',
  'funding_stage',
  'is_approved',
  'region',
  'program',
  'deadline_date',
  'applicant',
] as const;
