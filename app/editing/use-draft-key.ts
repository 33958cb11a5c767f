import { useState } from 'react';
import { randomKey } from '#app/api/random-key.ts';

/** An idempotency key: new for a new form, the draft's own for a restored draft. */
export function useDraftKey(stored: string | undefined) {
  const [key, setKey] = useState(randomKey);
  const [taken, setTaken] = useState(stored);
  if (stored !== taken) {
    setTaken(stored);
    if (stored) setKey(stored);
  }
  return [key, setKey] as const;
}
