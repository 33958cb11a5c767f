/** Downloads by link, for browsers that cannot save what a script has fetched: contract §3. */
import * as z from 'zod/mini';

const AS_RULE = 'The only other way to answer is “link”.';

/** A query parameter: answer with a link instead of the file. */
export const asLink = { as: z.optional(z.literal('link', { error: AS_RULE })) };

/** Works without a token, for five minutes and three fetches. */
export const downloadLink = z.object({ url: z.string(), expires_at: z.iso.datetime() });
export type DownloadLink = z.output<typeof downloadLink>;
