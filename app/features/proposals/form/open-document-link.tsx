import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { submitLabels } from './submit-labels.ts';

/** Opens the chosen file from this device. */
export function OpenDocument({ file }: { file: File }) {
  const lead = (link: HTMLAnchorElement | null) => {
    if (!link) return undefined;
    link.href = URL.createObjectURL(file);
    return () => URL.revokeObjectURL(link.href);
  };
  return (
    <a ref={lead} target="_blank" rel="noreferrer">
      {submitLabels.open} <VisuallyHidden>{file.name}</VisuallyHidden>
    </a>
  );
}
