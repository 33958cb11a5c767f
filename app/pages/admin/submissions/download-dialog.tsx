import { useState } from 'react';
import { desk, type DeskFile } from '#app/features/submissions/desk-calls.ts';
import { useDownload } from '#app/api/use-download.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import css from '#app/ui/field.module.css';
import { SelectField } from '#app/ui/text-field.tsx';
import { downloadLabels } from './download-labels.ts';

export type DownloadKind = 'export-full' | 'documents.zip';

const FORMATS = [
  { value: 'xlsx', label: downloadLabels.excel },
  { value: 'csv', label: downloadLabels.csv },
];

type Props = {
  kind: DownloadKind;
  filters: Record<string, string>;
  /** Describes which submissions are included. */ described: string;
  onClose: () => void;
};

/** Describes the download, then follows its link: the browser shows how far it is. */
export function DownloadDialog({ kind, filters, described, onClose }: Props) {
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const isExport = kind === 'export-full';
  const file: DeskFile = isExport ? `${kind}.${format}` : kind;
  const { isBusy, url, problem, start } = useDownload(
    () => desk.linkTo(file, filters, { fallback: downloadLabels.downloadFailed }),
    downloadLabels.downloadFailed,
  );
  return (
    <Dialog
      title={downloadLabels.titles[kind]}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {downloadLabels.close}
          </Button>
          <Button isBusy={isBusy} onClick={() => void start()}>
            {downloadLabels.download}
          </Button>
        </>
      }
    >
      <p>{`${described}.`}</p>
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
      {url && <DownloadReady url={url} />}
      {problem && (
        <p className={css.error} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
