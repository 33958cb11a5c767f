import { isEditingLocked } from '../programs/rules.ts';
import { foldText } from '../fold-text.ts';

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
export const DOCUMENT_LABELS: Record<DocumentKind, string> = {
  pitch_deck: 'pitch deck',
  financials: 'financials',
};

const FILE_ENDS = { pitch_deck: 'pitch-deck.pdf', financials: 'financials.pdf' } as const;

/** The file names of both downloads: `business-name-pitch-deck.pdf`. */
export function documentFileNames(businessName: string): Record<DocumentKind, string> {
  const words = foldText(businessName)
    .slice(0, 100)
    .match(/[\p{L}\p{N}]+/gu);
  const start = words ? `${words.join('-')}-` : '';
  return { pitch_deck: start + FILE_ENDS.pitch_deck, financials: start + FILE_ENDS.financials };
}

/** The file name of one of them. */
export const documentFileName = (businessName: string, kind: DocumentKind): string =>
  documentFileNames(businessName)[kind];

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
 * A document's path in an archive: `0001 Business name (Region)/Pitch deck.pdf`. `place` counts
 * from 1 and distinguishes businesses of the same name.
 */
export function archivedName(
  place: number,
  { business_name, region }: { business_name: string; region: string },
  kind: DocumentKind,
): string {
  const [name, where] = [toNamePart(business_name) || 'Proposal', toNamePart(region)];
  const folder = `${String(place).padStart(4, '0')} ${name}${where && ` (${where})`}`;
  return `${folder}/${ARCHIVED_NAMES[kind]}`;
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

type EditRefusal = 'proposal_approved' | 'deadline_passed';

/**
 * Why the owner may no longer edit or delete; undefined if they may (contract §5.10: an approval
 * locks too).
 */
export function refuseEdit(
  proposal: { isApproved: boolean; deadline: Date },
  now: Date,
): EditRefusal | undefined {
  if (proposal.isApproved) return 'proposal_approved';
  return isEditingLocked(proposal.deadline, now) ? 'deadline_passed' : undefined;
}

/** What a list of proposals is sorted by. */
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
