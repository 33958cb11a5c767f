import { useState } from 'react';
import { ARCHIVES } from '#domain/constants.ts';
import { Button } from '#app/ui/button.tsx';
import type { DownloadKind } from './download-dialog.tsx';
import { describeChosen, fewerForFiles, listDeskLabels } from './labels.ts';
import { LazyDownload } from './lazy-download.tsx';
import type { Selection } from './use-selection.ts';

/** Exports of the selected rows; if all matches are selected, by the filters. */
export function ChosenFiles({ selection: { target, count } }: { selection: Selection }) {
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
