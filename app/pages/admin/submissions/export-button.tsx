import { useEffect, useEffectEvent } from 'react';
import { useDownload } from '#app/api/use-download.ts';
import { Button } from '#app/ui/button.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { submissionLabels } from '#app/features/submissions/labels.ts';

type Props = {
  filters: Record<string, string>;
  /** Called with the error, to show it in place, and with null once it works again. */ onError: (
    message: string | null,
  ) => void;
};

/**
 * Downloads every matching submission, not only the visible page. In a workbook, phone numbers keep
 * their zero: it comes first.
 */
export const ExportButtons = (props: Props) => (
  <>
    <ExportButton {...props} file="export.xlsx" label={submissionLabels.exportExcel} />
    <ExportButton {...props} file="export.csv" label={submissionLabels.export}>
      {submissionLabels.csv}
    </ExportButton>
  </>
);

type ButtonProps = Props & {
  file: 'export.xlsx' | 'export.csv';
  label: string;
  /** Shorter, so that the buttons stay beside the heading on a tablet. */ children?: string;
};

function ExportButton({ filters, onError, file, label, children = label }: ButtonProps) {
  const fallback = submissionLabels.exportFailed;
  const { isBusy, url, problem, start } = useDownload(
    () => desk.linkTo(file, filters, { fallback }),
    fallback,
  );
  const report = useEffectEvent(onError);
  useEffect(() => report(problem), [problem]);
  return (
    <>
      <Button variant="secondary" isBusy={isBusy} aria-label={label} onClick={() => void start()}>
        {children}
      </Button>
      {url && <DownloadReady url={url} />}
    </>
  );
}
