/**
 * The address whose code is awaited, from one account screen to the next: in this tab only, so that
 * a shared phone forgets it.
 */
const EMAIL = 'pending-email';

export function savePendingEmail(email: string): void {
  try {
    sessionStorage.setItem(EMAIL, email);
  } catch {
    // Without storage the next screen asks for the address again.
  }
}

export function readPendingEmail(): string | null {
  try {
    return sessionStorage.getItem(EMAIL);
  } catch {
    return null;
  }
}

export function forgetEmail(): void {
  try {
    sessionStorage.removeItem(EMAIL);
  } catch {
    // As above.
  }
}
