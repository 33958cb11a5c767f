/** Numbers of phones, as people read them. */

/**
 * "024 123 4567", as they are written in Ghana. What is no such number stays as it is: it may be an
 * older one, or foreign.
 */
export const formatPhone = (stored: string): string =>
  stored.replace(/^(0\d{2})(\d{3})(\d{4})$/, '$1 $2 $3');
