import { Button } from './button.tsx';
import css from './download-ready.module.css';
import { toast } from './toast.tsx';

const LABELS = {
  started: 'Your browser is saving the file. If it isn’t, use this link within 5 minutes:',
  open: 'Save the file',
  copy: 'Copy the link for another browser',
  copied: 'The link is copied.',
  notCopied: 'The link could not be copied. Hold it down to copy it.',
} as const;

/** What to do where nothing was saved: browsers inside other apps often save nothing. */
export function DownloadReady({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success(LABELS.copied),
      () => toast.error(LABELS.notCopied),
    );
  return (
    <div className={css.ready} role="status">
      <p>
        {LABELS.started} <a href={url}>{LABELS.open}</a>
      </p>
      <Button variant="quiet" isSmall onClick={() => void copy()}>
        {LABELS.copy}
      </Button>
    </div>
  );
}
