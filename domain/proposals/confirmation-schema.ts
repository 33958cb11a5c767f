import * as z from 'zod/mini';

/** The answer when the confirmation of a submission is sent again. */
export const confirmationAnswer = z.object({ message: z.string() });
export type ConfirmationAnswer = z.output<typeof confirmationAnswer>;
