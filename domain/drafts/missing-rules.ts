/** What a draft still lacks before it can be submitted. */
import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from '../proposals/rules.ts';

const NEEDED_FIELDS = ['business_name', 'business_location'] as const;
type NeededField = (typeof NEEDED_FIELDS)[number];
type Part = NeededField | DocumentKind;

type Contents = {
  fields: { [Field in NeededField]?: string | null | undefined };
  documents: { [Kind in DocumentKind]?: { state: string } | null | undefined };
};

const LABELS: Record<Part, string> = {
  business_name: 'the business name',
  business_location: 'the business location',
  pitch_deck: `the ${DOCUMENT_LABELS.pitch_deck}`,
  financials: `the ${DOCUMENT_LABELS.financials}`,
};

/** In the order of the form; a document counts once it is ready. */
export const missingIn = ({ fields, documents }: Contents): Part[] => [
  ...NEEDED_FIELDS.filter((field) => !fields[field]?.trim()),
  ...DOCUMENT_KINDS.filter((kind) => documents[kind]?.state !== 'ready'),
];

/** "Still missing: the business location, the financials." */
export const describeMissing = (parts: readonly Part[]): string =>
  `Still missing: ${parts.map((part) => LABELS[part]).join(', ')}.`;
