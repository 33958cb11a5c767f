import { useState } from 'react';
import { EXPORT_FILES } from '#domain/proposals/export-rules.ts';
import { ApiError } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { saveFile } from '#app/ui/save-file.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { submissionLabels } from '#app/features/submissions/labels.ts';

type Props = {
  filters: Record<string, string>;
  /** Called with the error, to show it in place, and with null once it works again. */ onError: (
    message: string | null,
  ) => void;
};

/** Downloads every matching submission, not only the visible page. */
export function ExportButtons({ filters, onError }: Props) {
  const [busy, setBusy] = useState<keyof typeof LABELS | null>(null);
  const download = async (file: keyof typeof LABELS) => {
    setBusy(file);
    onError(null);
    try {
      const fallback = submissionLabels.exportFailed;
      const answer = await desk.openDownload(file, filters, { fallback });
      saveFile(await answer.blob(), EXPORT_FILES[file]);
    } catch (error) {
      onError(error instanceof ApiError ? error.message : submissionLabels.exportFailed);
    } finally {
      setBusy(null);
    }
  };
  return FILES.map((file) => (
    <Button
      key={file}
      variant="secondary"
      isBusy={busy === file}
      aria-label={LABELS[file].name}
      onClick={() => void download(file)}
    >
      {LABELS[file].text}
    </Button>
  ));
}

const LABELS = {
  'export.xlsx': { name: submissionLabels.exportExcel, text: submissionLabels.exportExcel },
  // Short, so that the buttons stay beside the heading on a tablet.
  'export.csv': { name: submissionLabels.export, text: submissionLabels.csv },
} as const;
/** In a workbook, phone numbers keep their zero: it comes first. */
const FILES = ['export.xlsx', 'export.csv'] as const;
