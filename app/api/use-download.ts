import { useState } from 'react';
import type { DownloadLink } from '#domain/paging.ts';
import { ApiError } from './api-error.ts';

/**
 * A download by a link of its own: every browser saves what an address answers, but not what a
 * script has fetched. `request` asks for the link; `failed` is shown without an answer.
 */
export function useDownload(request: () => Promise<DownloadLink>, failed: string) {
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<DownloadLink | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await request();
      setLink(answer);
      // An attachment: the screen stays.
      location.assign(answer.url);
    } catch (error) {
      setLink(null);
      setProblem(error instanceof ApiError ? error.message : failed);
    }
    setBusy(false);
  };
  return { isBusy, url: link?.url ?? null, problem, start };
}
