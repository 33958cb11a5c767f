import { ApiError } from '#app/api/api-error.ts';

/**
 * Returns what `save` returns, or what `onConflict` returns if somebody else has saved first
 * (`If-Match`: trust F8). Throws any other refusal.
 */
export async function saveByVersion<Saved>(
  save: () => Promise<Saved>,
  onConflict: (refusal: ApiError) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) return onConflict(error);
    throw error;
  }
}
