import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type DocumentMarker,
  type DocumentScan,
} from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';

export const proposalLabels = {
  listTitle: 'My Proposals',
  findProgram: 'See the open programs',
  back: 'Back to My Proposals',
  backToOne: 'Back to the proposal',
  businessName: 'Business name',
  program: 'Program',
  sector: 'Sector',
  location: 'Business location',
  locationHint: 'Town and region where most of the work happens.',
  website: 'Website',
  description: 'Business description',
  descriptionHint:
    'We read this first. What you sell and to whom, your results so far, and what you would do with the money.',
  sectorHint: 'Set by the program.',
  current: 'Current file',
  submitTitle: 'Submit a proposal',
  submit: 'Submit proposal',
  editTitle: 'Edit proposal',
  save: 'Save changes',
  cancel: 'Cancel',
  applyBy: 'Apply by',
  total: 'Total size',
  keptTitle: 'What you wrote',
  keptText: 'It was not submitted. You can still read and copy it.',
  otherPrograms: 'See other programs',
  appliedTitle: 'You have already applied to this program',
  openProposal: 'View that proposal',
  saving: 'Saving your changes',
  gaveUp:
    'Your connection dropped several times. Everything you entered is still here: try saving again when your connection improves.',
} as const;

/** Newest first. */
export const DEFAULT_SORT = '-created_at';
/** `day` as in "22 November 2026". */
export const describeApplied = (business: string, day: string): string =>
  `You submitted “${business}” on ${day}. Submitting again creates a second proposal; the first is kept.`;
export const notPdf = (name: string): string =>
  `${name} is not a PDF file. Save it as a PDF and choose that file.`;
export const emptyFile = (name: string): string => `${name} is empty. Choose another file.`;
export const cutShort = (name: string): string =>
  `${name} is incomplete: its end is missing. Save or download it again.`;
export const tooLarge = (name: string, size: string, most: string): string =>
  `${name} is ${size}. The limit is ${most}. Make it smaller, for example by using smaller pictures.`;
export const missingDocument = (label: string): string => `Choose a PDF of your ${label}.`;

/** `limit` as in "20 MB". */
export const documentHint = (kind: DocumentKind, limit: string): string =>
  `${BELONGS[kind]} One PDF, at most ${limit}.`;
export const replaceHint = (kind: DocumentKind, limit: string): string =>
  `Choose a file only to replace the current one. ${documentHint(kind, limit)}`;

const BELONGS: Record<DocumentKind, string> = {
  pitch_deck:
    'Your proposal, as slides or as text: what you do, for whom, and what you would do with the money.',
  financials: 'Your figures: income, costs and cash so far, and what you plan.',
};

/** Labels of a proposal's documents. */
export const documentLabels = {
  title: 'Documents',
  request: 'Request Download Link',
  download: 'Download',
  ok: 'OK',
  expiredTitle: 'Link expired',
  markersTitle: 'Open with care',
  kinds: { pitch_deck: 'Pitch deck', financials: 'Financials' } satisfies Record<
    DocumentKind,
    string
  >,
  /** Shown instead of a download. */
  scans: {
    checking: 'Checking for viruses',
    infected: 'A virus was found in this file',
  } satisfies Record<DocumentScan, string>,
  /** Each completes "This file …". */
  markers: {
    javascript: 'contains scripts',
    launch: 'can start other programs',
    embedded_file: 'has other files inside it',
    protected: 'is protected against editing',
    unsearched: 'could not be fully searched for scripts and other files',
  } satisfies Record<DocumentMarker, string>,
} as const;

/** "this file contains scripts and carries other files inside." */
export const describeMarkers = (markers: readonly DocumentMarker[]): string =>
  `this file ${new Intl.ListFormat('en-GB').format(markers.map((marker) => documentLabels.markers[marker]))}.`;

export const describePages = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`);

/** Everything that a proposal has, by key: what everybody sends, and files that answer questions. */
export const documentsOf = ({
  documents,
  answers = [],
}: Pick<Proposal, 'documents' | 'answers'>): { key: string; label: string }[] => [
  ...DOCUMENT_KINDS.map((key) => ({ key, label: documentLabels.kinds[key] })),
  ...answers.flatMap(({ question_id: key, label }) => (documents[key] ? [{ key, label }] : [])),
];
