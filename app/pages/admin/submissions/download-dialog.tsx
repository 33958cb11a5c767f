import { useEffect, useRef, useState } from 'react';
import { ARCHIVES, FULL_CSV_FILE } from '#domain/constants.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import css from '#app/ui/field.module.css';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { toast } from '#app/ui/toast.tsx';
import { downloadLabels } from './download-labels.ts';
import { canStream, openTarget } from './save-stream.ts';

export type DownloadKind = 'export-full.csv' | 'documents.zip';
const NAMES: Record<DownloadKind, string> = {
  'export-full.csv': FULL_CSV_FILE,
  'documents.zip': ARCHIVES.file,
};
type Props = {
  kind: DownloadKind;
  filters: Record<string, string>;
  /** Describes which submissions are included. */ described: string;
  onClose: () => void;
};

/** Describes the download, then fetches it with the token; can be stopped. */
export function DownloadDialog({ kind, filters, described, onClose }: Props) {
  const { received, problem, start } = useDownload(kind, filters, onClose);
  const isBusy = received !== null;
  return (
    <Dialog
      title={kind === 'documents.zip' ? downloadLabels.downloadTitle : downloadLabels.wholeTitle}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {isBusy ? downloadLabels.stop : downloadLabels.close}
          </Button>
          <Button isBusy={isBusy} onClick={() => void start()}>
            {downloadLabels.download}
          </Button>
        </>
      }
    >
      <p>{`${described}. ${canStream() ? downloadLabels.streamed : downloadLabels.held}`}</p>
      <p role="status">{received}</p>
      {problem && (
        <p className={css.error} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

function useDownload(kind: DownloadKind, filters: Record<string, string>, onDone: () => void) {
  // As it is shown: thousands of pieces would render the dialog as often.
  const [received, setReceived] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async () => {
    const controller = (stop.current = new AbortController());
    setProblem(null);
    try {
      // First, because a browser only opens its file dialog right after a click.
      const target = await openTarget(NAMES[kind]);
      setReceived('');
      const options = { signal: controller.signal, fallback: downloadLabels.downloadFailed };
      const answer = await desk.openDownload(kind, filters, options);
      const show = (bytes: number) => setReceived(formatBytes(bytes));
      await target.save(answer, show, controller.signal);
      toast.success(downloadLabels.downloadDone);
      onDone();
    } catch (error) {
      const isOwn = error instanceof DOMException && error.name === 'AbortError';
      if (!isOwn) setProblem(messageOf(error));
    }
    setReceived(null);
  };
  return { received, problem, start };
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.name === 'ApiError'
    ? error.message
    : downloadLabels.downloadFailed;
