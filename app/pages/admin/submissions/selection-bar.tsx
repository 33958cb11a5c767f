import { Link } from 'react-router';
import { useState } from 'react';
import { REVIEWS, ARCHIVES } from '#domain/constants.ts';
import { BULK } from '#domain/reviews/rules.ts';
import { paths } from '#app/paths.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import {
  describeSelected,
  listDeskLabels,
  selectAll,
  describeChosen,
  fewerForFiles,
} from './labels.ts';
import css from './submissions.module.css';
import type { Selection } from './use-selection.ts';
import type { DownloadKind } from './download-dialog.tsx';
import { LazyDownload } from './lazy-download.tsx';

const BULK_ACTIONS = [
  'approve',
  'decline',
  'takeBack',
  'stage',
  'assign',
  'share',
  'flag',
  'label',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

type Props = {
  selection: Selection;
  /** The number of rows that match the filters. */ total: number;
  onAct: (action: BulkAction) => void;
};

/** Actions for the selected rows, at the bottom of the screen. */
export default function SelectionBar({ selection, total, onAct }: Props) {
  const { count, isAll, clear } = selection;
  const isTooMany = count > REVIEWS.bulk;
  return (
    <section
      ref={watchBarHeight}
      className={`${css.bar} row`}
      aria-label={listDeskLabels.selection}
    >
      <p role="status">
        <b>{describeSelected(count)}</b>{' '}
        {!isAll && total > count && (
          <Button variant="quiet" isSmall onClick={selection.selectAll}>
            {selectAll(total)}
          </Button>
        )}
        <Button variant="quiet" isSmall onClick={clear}>
          {listDeskLabels.clear}
        </Button>
      </p>
      {isTooMany ? (
        <p>{BULK.tooMany(count)}</p>
      ) : (
        <div className={`${css.acts} row`}>
          {BULK_ACTIONS.map((action) => (
            <Button key={action} variant="secondary" isSmall onClick={() => onAct(action)}>
              {listDeskLabels[action]}
            </Button>
          ))}
          <WriteLink selection={selection} />
          <ChosenFiles selection={selection} />
        </div>
      )}
    </section>
  );
}

/** All that match are handed over by their filter, others by their ids. */
function WriteLink({ selection: { target } }: Pick<Props, 'selection'>) {
  const isByFilter = 'filter' in target;
  return (
    <Link
      to={paths.createMailing(isByFilter ? { ...target.filter, to: 'list' } : {})}
      state={isByFilter ? undefined : target}
      className={buttonClass({ variant: 'secondary', isSmall: true })}
    >
      {listDeskLabels.write}
    </Link>
  );
}

/** Exports of the selected rows; if all matches are selected, by the filters. */
function ChosenFiles({ selection: { target, count } }: { selection: Selection }) {
  const [kind, setKind] = useState<DownloadKind | null>(null);
  const isTooMany = 'ids' in target && count > ARCHIVES.chosen;
  if (isTooMany) return <span>{fewerForFiles(ARCHIVES.chosen)}</span>;
  return (
    <>
      <Button variant="secondary" isSmall onClick={() => setKind('export-full')}>
        {listDeskLabels.exportSelected}
      </Button>
      <Button variant="secondary" isSmall onClick={() => setKind('documents.zip')}>
        {listDeskLabels.documentsSelected}
      </Button>
      {kind && (
        <LazyDownload
          kind={kind}
          filters={'ids' in target ? { ids: target.ids.join(',') } : target.filter}
          described={describeChosen(count)}
          onClose={() => setKind(null)}
        />
      )}
    </>
  );
}
