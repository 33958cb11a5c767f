import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { describePages, documentLabels } from '#app/features/proposals/labels.ts';
import { PdfViewer } from '#app/pdf/pdf-viewer.tsx';
import { KeyCap } from '#app/ui/key-cap.tsx';
import css from './room-view.module.css';
import { roomLabels } from './labels.ts';

export const searchIdOf = (kind: DocumentKind): string => `search-${kind}`;
export const otherKind = (kind: DocumentKind): DocumentKind =>
  DOCUMENT_KINDS.find((other) => other !== kind)!;

type Props = {
  proposal: Proposal;
  chosen: DocumentKind;
  onChoose: (kind: DocumentKind) => void;
  /** Called when the first page of the chosen document is rendered. */
  onReady: () => void;
};

/** Both documents: one at a time on wide screens, one below the other on a phone. */
export function DocumentsView({ proposal, chosen, onChoose, onReady }: Props) {
  return (
    <div className={css.viewers}>
      <div className={css.kinds} role="group" aria-label={documentLabels.title}>
        {DOCUMENT_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === chosen}
            onClick={() => onChoose(kind)}
          >
            <span>{documentLabels.kinds[kind]}</span>
            {proposal.documents[kind].pages !== null && (
              <small>{describePages(proposal.documents[kind].pages)}</small>
            )}
          </button>
        ))}
        <KeyCap isHint>t</KeyCap>
      </div>
      {DOCUMENT_KINDS.map((kind) => (
        <div key={kind} className={css.viewerPlace} data-chosen={kind === chosen || undefined}>
          <p className={css.kind}>{documentLabels.kinds[kind]}</p>
          <OneDocument
            proposal={proposal}
            kind={kind}
            onReady={onReady}
            isChosen={kind === chosen}
          />
        </div>
      ))}
    </div>
  );
}

type OneProps = { proposal: Proposal; kind: DocumentKind; isChosen: boolean; onReady: () => void };

function OneDocument({ proposal, kind, isChosen, onReady }: OneProps) {
  const file = proposal.documents[kind];
  const key = proposal.document_urls[kind];
  const label = documentLabels.kinds[kind];
  if (file.scan)
    return (
      <p className={css.unshown}>
        <b>{label}</b>
        <span>{`: ${documentLabels.scans[file.scan]}. ${roomLabels.locked}`}</span>
      </p>
    );
  return (
    <PdfViewer
      key={key}
      source={{ owner: `/proposals/${proposal.id}`, kind, key }}
      label={label}
      size={file.size}
      searchId={searchIdOf(kind)}
      {...(isChosen && { onReady })}
    />
  );
}
