/** Our own sentences about receipts and refused attempts. */
import { countOf } from '../count-of.ts';
import type { DocumentKind } from '../proposals/rules.ts';
import { DOCUMENT_LABELS } from '../proposals/rules.ts';

const describeMinutes = countOf('minute', 'minutes');

export const RECEIPT_RULES = {
  notFound: 'There is no receipt with this number.',
  lateDocuments: (minutes: number) =>
    `The documents were not complete within ${describeMinutes(minutes)}, so nothing was submitted.`,
  otherDocument: (kind: DocumentKind) =>
    `The ${DOCUMENT_LABELS[kind]} file that came is not the one that was announced, so nothing was submitted.`,
} as const;
