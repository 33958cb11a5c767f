import { useRef, type Ref } from 'react';
import { DOCUMENTS } from '#domain/proposals/messages.ts';
import type { DocumentLink, Proposal } from '#domain/proposals/schema.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import css from './document-download.module.css';
import { describeMarkers, describePages, documentLabels } from '../labels.ts';
import { useDocumentLink } from './use-document-link.ts';
import { joinFacts } from '#app/ui/join-facts.ts';

type Props = {
  proposal: Pick<Proposal, 'id' | 'documents' | 'document_urls'>;
  /** Its key, and what it is. */
  kind: string;
  label: string;
  /** Asks the API for a link; the owner and the admin have different calls. */
  request: () => Promise<DocumentLink>;
};

/**
 * One document with its facts, warnings and download. A link is requested first and cached for an
 * hour.
 */
export function DocumentDownload({ proposal, kind, label, request }: Props) {
  const file = proposal.documents[kind]!;
  const link = useDocumentLink(proposal.id, proposal.document_urls[kind]!, request);
  const requestButton = useRef<HTMLButtonElement>(null);
  const closeExpired = () => {
    link.closeExpired();
    // The download link that had the focus is gone, and while the dialog is open nothing outside it
    // can take the focus.
    requestAnimationFrame(() => requestButton.current?.focus());
  };
  const details = joinFacts(file.pages && describePages(file.pages), formatBytes(file.size));
  return (
    <div className={`${css.document} row`}>
      <div className={css.about}>
        <h3>{label}</h3>
        <p>
          <span className={css.name}>{file.file_name}</span>{' '}
          <span className={css.details}>{details}</span>
        </p>
        {file.markers && file.markers.length > 0 && (
          <p className={css.markers}>
            <b>{documentLabels.markersTitle}:</b> <span>{describeMarkers(file.markers)}</span>
          </p>
        )}
        {link.error && (
          <p className={css.error} role="alert">
            {link.error}
          </p>
        )}
      </div>
      {file.scan ? (
        <Badge tone={file.scan === 'infected' ? 'bad' : 'wait'}>
          {documentLabels.scans[file.scan]}
        </Badge>
      ) : (
        <LinkControl link={link} label={label} requestButton={requestButton} />
      )}
      <Dialog
        title={documentLabels.expiredTitle}
        isOpen={link.isExpired}
        onClose={closeExpired}
        actions={<Button onClick={closeExpired}>{documentLabels.ok}</Button>}
      >
        <p>{DOCUMENTS.expired}</p>
      </Dialog>
    </div>
  );
}

type ControlProps = {
  link: ReturnType<typeof useDocumentLink>;
  label: string;
  requestButton: Ref<HTMLButtonElement>;
};

function LinkControl({ link, label, requestButton }: ControlProps) {
  if (!link.url) {
    return (
      <Button
        ref={requestButton}
        variant="secondary"
        isBusy={link.isBusy}
        onClick={() => void link.ask()}
        aria-label={`${documentLabels.request}: ${label}`}
      >
        {documentLabels.request}
      </Button>
    );
  }
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener"
      className={buttonClass({ variant: 'primary' })}
      aria-label={`${documentLabels.download}: ${label}`}
      onClick={(event) => link.check() || event.preventDefault()}
    >
      {documentLabels.download}
    </a>
  );
}
