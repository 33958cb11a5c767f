import { useEffect, useState } from 'react';
import { SECOND_MS } from '#domain/constants.ts';
import { retryText, uploadLabels } from './labels.ts';

/** When it resumes by itself: `until` in milliseconds since 1970, null while offline. */
export function RetryText({ until }: { until: number | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  if (until === null) return <span>{uploadLabels.offline}</span>;
  return (
    <span aria-live="off">{retryText(Math.max(0, Math.ceil((until - now) / SECOND_MS)))}</span>
  );
}
