import { useState } from 'react';
import { createIdempotencyKey } from '#app/api/idempotency-key.ts';

/** An idempotency key: new for a new form, the draft's own for a restored draft. */
export function useDraftKey(kept: string | undefined) {
  const [key, setKey] = useState(createIdempotencyKey);
  const [taken, setTaken] = useState(kept);
  if (kept !== taken) {
    setTaken(kept);
    if (kept) setKey(kept);
  }
  return [key, setKey] as const;
}
