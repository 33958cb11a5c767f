import { useState } from 'react';
import { createIdempotencyKey } from '#app/api/upload.ts';

/** An idempotency key: fresh for a fresh form, the draft's own where a draft was taken up. */
export function useDraftKey(kept: string | undefined) {
  const [key, setKey] = useState(createIdempotencyKey);
  const [taken, setTaken] = useState(kept);
  if (kept !== taken) {
    setTaken(kept);
    if (kept) setKey(kept);
  }
  return [key, setKey] as const;
}
