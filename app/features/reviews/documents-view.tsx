import type { Proposal } from '#domain/proposals/schema.ts';
import { describePages, documentLabels, documentsOf } from '#app/features/proposals/labels.ts';
import { PdfViewer } from '#app/pdf/pdf-viewer.tsx';
import { KeyCap } from '#app/ui/key-cap.tsx';
import css from './room-view.module.css';
import { roomLabels } from './labels.ts';

export const searchIdOf = (kind: string): string => `search-${kind}`;
/** The key of the document after this one; the first after the last. */
export function nextOf(proposal: Proposal, chosen: string): string {
  const keys = documentsOf(proposal).map(({ key }) => key);
  return keys[(keys.indexOf(chosen) + 1) % keys.length]!;
}

type Props = {
  proposal: Proposal;
  chosen: string;
  onChoose: (kind: string) => void;
  /** Called when the first page of the chosen document is rendered. */
  onReady: () => void;
};

/** All documents: one at a time on wide screens, one below the other on a phone. */
export function DocumentsView({ proposal, chosen, onChoose, onReady }: Props) {
  return (
    <div className={css.viewers}>
      <div className={css.kinds} role="group" aria-label={documentLabels.title}>
        {documentsOf(proposal).map(({ key: kind, label }) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === chosen}
            onClick={() => onChoose(kind)}
          >
            <span>{label}</span>
            <Pages pages={proposal.documents[kind]?.pages ?? null} />
          </button>
        ))}
        <KeyCap isHint>t</KeyCap>
      </div>
      {documentsOf(proposal).map(({ key: kind, label }) => (
        <div key={kind} className={css.viewerPlace} data-chosen={kind === chosen || undefined}>
          <p className={css.kind}>{label}</p>
          <OneDocument
            proposal={proposal}
            kind={kind}
            label={label}
            onReady={onReady}
            isChosen={kind === chosen}
          />
        </div>
      ))}
    </div>
  );
}

const Pages = ({ pages }: { pages: number | null }) =>
  pages !== null && <small>{describePages(pages)}</small>;

type OneProps = {
  proposal: Proposal;
  kind: string;
  label: string;
  isChosen: boolean;
  onReady: () => void;
};

function OneDocument({ proposal, kind, label, isChosen, onReady }: OneProps) {
  const file = proposal.documents[kind]!;
  const key = proposal.document_urls[kind]!;
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
