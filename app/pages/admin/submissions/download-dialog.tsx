import { desk, type DeskFile } from '#app/features/submissions/desk-calls.ts';
import { useDownload } from '#app/api/use-download.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import css from '#app/ui/field.module.css';
import { downloadLabels } from './download-labels.ts';

type Props = {
  kind: DeskFile;
  filters: Record<string, string>;
  /** Describes which submissions are included. */ described: string;
  onClose: () => void;
};

/** Describes the download, then follows its link: the browser shows how far it is. */
export function DownloadDialog({ kind, filters, described, onClose }: Props) {
  const { isBusy, url, problem, start } = useDownload(
    () => desk.linkTo(kind, filters, { fallback: downloadLabels.downloadFailed }),
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
      {url && <DownloadReady url={url} />}
      {problem && (
        <p className={css.error} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
