import { useState } from 'react';
import { createIdempotencyKey } from '#app/api/idempotency-key.ts';

/** An idempotency key: new for a new form, the draft's own for a restored draft. */
export function useDraftKey(stored: string | undefined) {
  const [key, setKey] = useState(createIdempotencyKey);
  const [taken, setTaken] = useState(stored);
  if (stored !== taken) {
    setTaken(stored);
    if (stored) setKey(stored);
  }
  return [key, setKey] as const;
}
