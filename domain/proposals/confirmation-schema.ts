import * as z from 'zod/mini';

/** The answer when the confirmation of a submission is sent again. */
export const confirmationResponse = z.object({ message: z.string() });
export type ConfirmationResponse = z.output<typeof confirmationResponse>;
