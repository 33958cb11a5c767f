import { formatDateTime } from '#domain/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { DraftNotice } from './draft-notice.ts';
import { versionLabels as labels } from './labels.ts';

type Props = {
  notice: DraftNotice;
  /** That there are two versions of whatever is written here. */
  title?: string;
  /** In which fields the two differ. */
  differing?: string | undefined;
  onBringBack: () => void;
  /** Without it, nothing is said of what was restored, or emptied. */
  onStartFresh?: () => void;
};

/** Says which version is shown, and offers the other one, or to undo what was restored. */
export function VersionNotice({
  notice,
  title = labels.two,
  differing,
  onBringBack,
  onStartFresh,
}: Props) {
  if (!notice) return null;
  const savedAt = `${formatDateTime(new Date(notice.at))}.`;
  if (notice.kind === 'restored')
    return (
      onStartFresh && (
        <p className="note">
          <span>{labels.restored}</span>{' '}
          <Button variant="quiet" isSmall onClick={onStartFresh}>
            {labels.startFresh}
          </Button>
        </p>
      )
    );
  if (notice.kind === 'fresh')
    return (
      <Notice
        title={onStartFresh ? labels.fresh : title}
        actions={<Choice onClick={onBringBack}>{labels.bringBack}</Choice>}
      />
    );
  return (
    <Notice
      tone="warn"
      title={title}
      actions={<Choice onClick={onBringBack}>{labels.showOther}</Choice>}
    >
      <p>{`${labels[notice.kind === 'two' ? 'newer' : 'swapped']} ${savedAt}`}</p>
      {differing && <p>{differing}</p>}
    </Notice>
  );
}

const Choice = (props: { onClick: () => void; children: string }) => (
  <Button variant="secondary" {...props} />
);
