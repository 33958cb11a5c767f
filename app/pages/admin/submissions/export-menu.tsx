import { useState } from 'react';
import { Menu } from '#app/ui/menu.tsx';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { paths } from '#app/paths.ts';
import type { DownloadKind } from './download-dialog.tsx';
import { describeDownload, listDeskLabels } from './labels.ts';
import { LazyDownload } from './lazy-download.tsx';
import css from './submissions.module.css';

type Props = { filters: Record<string, string>; total: number; isFiltered: boolean };

/** The less frequent exports, and links to what is needed for decisions. */
export function ExportMenu({ filters, total, isFiltered }: Props) {
  const [kind, setKind] = useState<DownloadKind | null>(null);
  return (
    <>
      <Menu label={listDeskLabels.more} isAtEnd>
        <div className={css.stack}>
          <Button variant="quiet" isSmall onClick={() => setKind('export-full')}>
            {listDeskLabels.exportWhole}
          </Button>
          <Button variant="quiet" isSmall onClick={() => setKind('documents.zip')}>
            {listDeskLabels.downloadDocuments}
          </Button>
          <LinkButton variant="quiet" isSmall to={paths.createMailing({ ...filters, to: 'list' })}>
            {listDeskLabels.write}
          </LinkButton>
          <LinkButton variant="quiet" isSmall to={paths.declineTemplates}>
            {listDeskLabels.templates}
          </LinkButton>
          <LinkButton variant="quiet" isSmall to={paths.mailTemplates}>
            {listDeskLabels.mailTemplates}
          </LinkButton>
          <LinkButton variant="quiet" isSmall to={paths.labels}>
            {listDeskLabels.labels}
          </LinkButton>
        </div>
      </Menu>
      {kind && (
        <LazyDownload
          kind={kind}
          filters={filters}
          described={describeDownload(total, isFiltered)}
          onClose={() => setKind(null)}
        />
      )}
    </>
  );
}
