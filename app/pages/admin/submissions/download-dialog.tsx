import { useEffect, useRef, useState } from 'react';
import { ARCHIVES } from '#domain/constants.ts';
import { EXPORT_FILES } from '#domain/proposals/export-rules.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import css from '#app/ui/field.module.css';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { SelectField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { downloadLabels } from './download-labels.ts';
import { canStream, openTarget } from './save-stream.ts';

export type DownloadKind = 'export-full' | 'documents.zip';
type File = 'export-full.xlsx' | 'export-full.csv' | 'documents.zip';
const NAMES: Record<File, string> = { ...EXPORT_FILES, 'documents.zip': ARCHIVES.file };

type Props = {
  kind: DownloadKind;
  filters: Record<string, string>;
  /** Describes which submissions are included. */ described: string;
  onClose: () => void;
};

/** Describes the download, then fetches it with the token; can be stopped. */
export function DownloadDialog({ kind, filters, described, onClose }: Props) {
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const isExport = kind === 'export-full';
  const file = isExport ? (`${kind}.${format}` as const) : kind;
  const { received, problem, start } = useDownload(file, filters, onClose);
  const isBusy = received !== null;
  return (
    <Dialog
      title={isExport ? downloadLabels.wholeTitle : downloadLabels.downloadTitle}
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
      {isExport && (
        <SelectField
          label={downloadLabels.format}
          name="format"
          hint={downloadLabels.formatHint}
          options={FORMATS}
          value={format}
          onChange={({ target }) => setFormat(target.value === 'csv' ? 'csv' : 'xlsx')}
        />
      )}
      <p role="status">{received}</p>
      {problem && (
        <p className={css.error} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

const FORMATS = [
  { value: 'xlsx', label: downloadLabels.excel },
  { value: 'csv', label: downloadLabels.csv },
];

function useDownload(kind: File, filters: Record<string, string>, onDone: () => void) {
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
