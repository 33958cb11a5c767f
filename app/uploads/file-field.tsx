import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import css from './file-field.module.css';
import { Field, type FieldText } from '#app/ui/field.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';

type Props = FieldText & {
  /** As HTML's accept: 'application/pdf'. */
  accept: string;
  /** In bytes. A larger file is refused before it is uploaded. */
  maxBytes: number;
  onPick?: (file: File | null) => void;
  /** Takes several at once, and sets the one that is made of them. */
  onFiles?: ((files: readonly File[], set: (file: File | null) => void) => void) | undefined;
  /** How the one file is being made. */
  making?: ReactNode;
  /** What has become of the file, in its row. */
  status?: ReactNode;
  chooseLabel?: string;
  removeLabel?: string;
};

/** One file: shows its name and size before anything is sent, and can be removed. */
export function FileField({
  label,
  name,
  hint,
  error,
  isOptional,
  accept,
  maxBytes,
  onPick,
  onFiles,
  making,
  status,
  chooseLabel = 'Choose a PDF',
  removeLabel = 'Remove',
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > maxBytes;
  const pick = (next: File | null) => {
    setFile(next);
    onPick?.(next);
  };
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    if (onFiles && files.length > 0) onFiles(files, pick);
    else pick(files[0] ?? null);
  };
  const empty = () => {
    if (input.current) input.current.value = '';
  };
  const remove = () => {
    empty();
    pick(null);
    input.current?.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!input.current || event.dataTransfer.files.length === 0) return;
    input.current.files = event.dataTransfer.files;
    take();
  };
  const tooLarge = isTooLarge
    ? `This file is ${formatBytes(file.size)}. The limit is ${formatBytes(maxBytes)}.`
    : undefined;
  return (
    <Field {...{ label, name, hint, isOptional }} error={error ?? tooLarge}>
      {(control) => (
        <div className={css.box} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <div className={`${css.file} row`}>
            <input
              ref={input}
              type="file"
              accept={accept}
              multiple={onFiles !== undefined}
              {...control}
              className={css.input}
              aria-required={!isOptional || undefined}
              // Or else a mended file of the same name would not be reported.
              onClick={empty}
              onChange={take}
            />
            <span className={css.choose} aria-hidden="true">
              {chooseLabel}
            </span>
            {file && (
              <span className={`${css.picked} row`}>
                <span className={css.name}>{file.name}</span> <b>{formatBytes(file.size)}</b>
                <Button
                  variant="quiet"
                  isSmall
                  onClick={remove}
                  aria-label={`${removeLabel}: ${file.name}`}
                >
                  {removeLabel}
                </Button>
              </span>
            )}
          </div>
          {making && <div className={css.status}>{making}</div>}
          {status && <div className={css.status}>{status}</div>}
        </div>
      )}
    </Field>
  );
}
