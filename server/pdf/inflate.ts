import { constants, inflateRawSync } from 'node:zlib';
import type { ParseBudget } from './budget.ts';
import { PdfDamage, PdfLimit } from './lexer.ts';

const HEADER_BYTES = 2;
const DEFLATE_METHOD = 8;
/**
 * The cost, in parsed bytes, of a stream that breaks: how much it had inflated to until then is not
 * known, and a file may consist of nothing else.
 */
const BROKEN_COST = 512 * 1024;
const BROKEN_COST_OF_A_BYTE = 32;

/**
 * Inflates within the budget. Readers show what there is of a stream that ends early, and never
 * look at its checksum, and so do we.
 */
export function inflate(input: Buffer, budget: ParseBudget): Buffer {
  if (input.length < HEADER_BYTES || (input[0]! & 15) !== DEFLATE_METHOD)
    throw new PdfDamage('stream is not deflated');
  try {
    const output = inflateRawSync(input.subarray(HEADER_BYTES), {
      maxOutputLength: budget.room,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    budget.hold(output.length);
    return output;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new PdfLimit('stream inflates without end');
    budget.parse(Math.min(BROKEN_COST, BROKEN_COST_OF_A_BYTE * input.length));
    throw new PdfDamage('stream breaks');
  }
}
