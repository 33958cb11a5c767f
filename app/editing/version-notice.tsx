import { formatDateTime } from '#domain/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { DraftNotice } from './draft-notice.ts';
import { versionLabels } from './labels.ts';

type Props = {
  notice: DraftNotice;
  /** That there are two versions of whatever is written here. */
  title?: string;
  onBringBack: () => void;
  /** Without it, nothing is said of what was restored, or emptied. */
  onStartFresh?: () => void;
};

/** Says which version is shown, and offers the other one, or to undo what was restored. */
export function VersionNotice({
  notice,
  title = versionLabels.two,
  onBringBack,
  onStartFresh,
}: Props) {
  if (!notice) return null;
  const savedAt = `${formatDateTime(new Date(notice.at))}.`;
  if (notice.kind === 'restored')
    return (
      onStartFresh && (
        <Notice
          title={versionLabels.restored}
          actions={<Choice onClick={onStartFresh}>{versionLabels.startFresh}</Choice>}
        >
          <p>{`${versionLabels.savedAt} ${savedAt}`}</p>
        </Notice>
      )
    );
  if (notice.kind === 'fresh')
    return (
      <Notice
        title={onStartFresh ? versionLabels.fresh : title}
        actions={<Choice onClick={onBringBack}>{versionLabels.bringBack}</Choice>}
      />
    );
  return (
    <Notice
      tone="warn"
      title={title}
      actions={<Choice onClick={onBringBack}>{versionLabels.showOther}</Choice>}
    >
      <p>{`${versionLabels[notice.kind === 'two' ? 'newer' : 'swapped']} ${savedAt}`}</p>
    </Notice>
  );
}

const Choice = (props: { onClick: () => void; children: string }) => (
  <Button variant="secondary" {...props} />
);
