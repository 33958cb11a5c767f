/** Our own sentences about receipts and refused attempts. */
import { countOf } from '../count-of.ts';

const describeMinutes = countOf('minute', 'minutes');

export const RECEIPT_RULES = {
  notFound: 'There is no receipt with this number.',
  lateDocuments: (minutes: number) =>
    `The documents were not complete within ${describeMinutes(minutes)}, so nothing was submitted.`,
} as const;
