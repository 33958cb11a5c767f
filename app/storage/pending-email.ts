/**
 * The address whose code is awaited, from one account screen to the next: in this tab only, so that
 * a shared phone forgets it.
 */
export const PENDING_EMAIL = 'pending-email';

/** In a browser that stores nothing: enough for the next screen. */
let unstored: string | null = null;

export function savePendingEmail(email: string): void {
  try {
    unstored = null;
    sessionStorage.setItem(PENDING_EMAIL, email);
  } catch {
    unstored = email;
  }
}

export function readPendingEmail(): string | null {
  try {
    return unstored ?? sessionStorage.getItem(PENDING_EMAIL);
  } catch {
    return null;
  }
}

export function forgetEmail(): void {
  unstored = null;
  try {
    sessionStorage.removeItem(PENDING_EMAIL);
  } catch {
    // Nothing was stored either.
  }
}
