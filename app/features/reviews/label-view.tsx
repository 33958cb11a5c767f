import { Suspense, useState } from 'react';
import type { Proposal } from '#domain/proposals/schema.ts';
import { LabelBadge } from '#app/features/labels/label-badge.tsx';
import { labelTexts } from '#app/features/labels/labels.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import css from './label-view.module.css';
import type { Desk } from './use-desk.ts';

/** Loaded when labels are chosen. */
const LabelDialog = lazyPart(() => import('#app/features/labels/list/label-dialog.tsx'));

type Props = { proposal: Pick<Proposal, 'labels'>; change: Desk['change'] };

/** Beside them, what else is on the desk stays in sight; the dialog has them all. */
const MOST = 6;

/** The labels of a proposal, and a button that changes them. */
export function LabelView({ proposal: { labels = [] }, change }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={css.labels}>
      {labels.length > 0 && (
        <ul className="bare" aria-label={labelTexts.title}>
          {labels.slice(0, MOST).map((label) => (
            <li key={label.id}>
              <LabelBadge label={label} />
            </li>
          ))}
          {labels.length > MOST && <li className="note">{`and ${labels.length - MOST} more`}</li>}
        </ul>
      )}
      <Button variant="quiet" isSmall onClick={() => setOpen(true)}>
        {labels.length > 0 ? labelTexts.change : labelTexts.pin}
      </Button>
      {isOpen && (
        <Suspense>
          <LabelDialog
            pinned={labels}
            onSave={(ids) => change({ labels: ids })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
