import { useEffect, useEffectEvent } from 'react';
import { api } from '#app/api/browser.ts';
import { useDownload } from '#app/api/use-download.ts';
import { Button } from '#app/ui/button.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import { submissionLabels } from '#app/features/submissions/labels.ts';

type Props = {
  filters: Record<string, string>;
  /** Called with the error, to show it in place, and with null once it works again. */ onError: (
    message: string | null,
  ) => void;
};

/** Downloads every matching submission, not only the visible page. */
export function ExportButton({ filters, onError }: Props) {
  const fallback = submissionLabels.exportFailed;
  const { isBusy, url, problem, start } = useDownload(
    () => api.linkToExport(filters, { fallback }),
    fallback,
  );
  const report = useEffectEvent(onError);
  useEffect(() => report(problem), [problem]);
  return (
    <>
      <Button variant="secondary" isBusy={isBusy} onClick={() => void start()}>
        {submissionLabels.export}
      </Button>
      {url && <DownloadReady url={url} />}
    </>
  );
}
