import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import css from './submit-form.module.css';

const labels = {
  open: 'Open',
  openFailed: {
    network: 'You’re offline, so we can’t open this document now. It is safe with us.',
    failed: 'This document could not be opened. Try again.',
  },
  opening: 'Opening…',
} as const;

/** Opens a file from this device. */
export function OpenDocument({ file }: { file: File }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const { current } = link;
    if (!current) return undefined;
    current.href = URL.createObjectURL(file);
    return () => URL.revokeObjectURL(current.href);
  }, [file]);
  return (
    <a ref={link} target="_blank" rel="noreferrer">
      {labels.open} <VisuallyHidden>{file.name}</VisuallyHidden>
    </a>
  );
}

type StoredProps = { programId: string; kind: string; name: string };

/**
 * Opens a document that was uploaded before, or from another device: by a link that every browser
 * can follow, also later.
 */
export function OpenStoredDocument({ programId, kind, name }: StoredProps) {
  const [url, setUrl] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const ask = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const options = { fallback: labels.openFailed };
      const link = await draftCalls.linkToDocument(programId, kind, options);
      setUrl(link.url);
      // An attachment: the screen stays.
      location.assign(link.url);
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : labels.openFailed.failed);
    }
    setBusy(false);
  };
  if (url)
    return (
      <a href={url} rel="noreferrer">
        {labels.open} <VisuallyHidden>{name}</VisuallyHidden>
      </a>
    );
  return (
    <>
      <Button
        variant="quiet"
        isSmall
        isBusy={isBusy}
        busyLabel={labels.opening}
        onClick={() => void ask()}
      >
        {labels.open} <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
      {refusal && (
        <span className={css.refusal} role="alert">
          {refusal}
        </span>
      )}
    </>
  );
}
