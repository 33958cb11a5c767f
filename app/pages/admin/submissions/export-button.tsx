import { useState } from 'react';
import { CSV_FILE } from '#domain/constants.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import { Button } from '#app/ui/button.tsx';
import { saveFile } from '#app/ui/save-file.ts';
import { submissionLabels } from '#app/features/submissions/labels.ts';

type Props = {
  filters: Record<string, string>;
  /** Called with the error, to show it in place, and with null once it works again. */ onError: (
    message: string | null,
  ) => void;
};

/** Downloads every matching submission, not only the visible page. */
export function ExportButton({ filters, onError }: Props) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    onError(null);
    try {
      const fallback = submissionLabels.exportFailed;
      saveFile(await api.exportProposals(filters, { fallback }), CSV_FILE);
    } catch (error) {
      onError(error instanceof ApiError ? error.message : submissionLabels.exportFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={() => void download()}>
      {submissionLabels.export}
    </Button>
  );
}
