import { useEffect } from 'react';
import { fieldId } from '#app/ui/field.tsx';

/**
 * Fills a field with an address that only the browser knows, unless somebody has typed into it or
 * is about to, even before the script loaded.
 */
export function useKnownEmail(name: string, email: string | null): void {
  useEffect(() => {
    const field = document.getElementById(fieldId(name));
    if (!email || !(field instanceof HTMLInputElement)) return;
    if (!field.value && field !== document.activeElement) field.value = email;
  }, [name, email]);
}
