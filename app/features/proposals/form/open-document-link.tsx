import { useEffect, useRef, useState } from 'react';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { ApiError } from '#app/api/api-error.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import css from './submit-form.module.css';
import { checkLabels } from './check-labels.ts';

/** Milliseconds for the largest document over a slow connection. */
const TIMEOUT_MS = 1_800_000;

type LinkProps = {
  file: File;
  /** Fetched because "Open" was clicked a moment ago. */
  isAsked?: boolean;
};

/** Opens a file from this device. */
export function OpenDocument({ file, isAsked = false }: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const { current } = link;
    if (!current) return undefined;
    current.href = URL.createObjectURL(file);
    if (isAsked) follow(current);
    return () => URL.revokeObjectURL(current.href);
  }, [file, isAsked]);
  return (
    <a ref={link} target="_blank" rel="noreferrer">
      {checkLabels.open} <VisuallyHidden>{file.name}</VisuallyHidden>
    </a>
  );
}

/**
 * Browsers block opening a page some seconds after the click; then the link waits for another
 * click.
 */
function follow(link: HTMLAnchorElement): void {
  link.focus();
  if (navigator.userActivation?.isActive) link.click();
}

type StoredProps = { programId: string; kind: DocumentKind; name: string };

/** Opens a document that was uploaded before, or from another device; fetched on demand. */
export function OpenStoredDocument({ programId, kind, name }: StoredProps) {
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const fetching = useRef<AbortController>(null);
  // Leaving the page stops the download, which costs data.
  useEffect(() => () => fetching.current?.abort(), []);
  const fetchFile = async () => {
    setBusy(true);
    setRefusal(undefined);
    fetching.current = new AbortController();
    const { signal } = fetching.current;
    const timer = setTimeout(() => fetching.current?.abort(), TIMEOUT_MS);
    try {
      const options = { signal, fallback: checkLabels.openFailed };
      const bytes = await draftCalls.viewDocument(programId, kind, options);
      setFile(new File([bytes], name, { type: bytes.type }));
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : checkLabels.openFailed.failed);
    } finally {
      clearTimeout(timer);
      setBusy(false);
    }
  };
  if (file) return <OpenDocument file={file} isAsked />;
  return (
    <>
      <Button
        variant="quiet"
        isSmall
        isBusy={isBusy}
        busyLabel={checkLabels.opening}
        onClick={() => void fetchFile()}
      >
        {checkLabels.open} <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
      {refusal && (
        <span className={css.refusal} role="alert">
          {refusal}
        </span>
      )}
    </>
  );
}
