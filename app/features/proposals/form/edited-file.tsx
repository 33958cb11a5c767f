import type { Proposal } from '#domain/proposals/schema.ts';
import { answerField } from '#domain/questions/rules.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import type { QuestionFieldProps } from '#app/features/questions/read-question.ts';
import { Button } from '#app/ui/button.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { DocumentField, type PickedDocument } from './document-field.tsx';
import { submitLabels } from './labels.ts';
import { fileHint } from './picture-labels.ts';
import { StoredFile } from './stored-file.tsx';
import { usePictures } from './use-pictures.tsx';

type Props = QuestionFieldProps & {
  stored: Proposal['documents'][string] | undefined;
  onPick: (picked: PickedDocument | null) => void;
};

/** A file that answers a question: replaced, or taken away where it may be. */
export default function EditedFile({ question, stored, value, error, onChange, onPick }: Props) {
  const name = answerField(question.id);
  const pictures = usePictures({ label: question.label, name });
  const isKept = stored !== undefined && value !== undefined;
  return (
    <>
      <DocumentField
        label={question.label}
        name={name}
        hint={fileHint(question.help, readUploadLimit().text)}
        isOptional={isKept || !question.is_required}
        error={error}
        pictures={pictures}
        onPick={onPick}
      />
      {isKept && <StoredFile file={stored} isInQuestion />}
      {isKept && !question.is_required && (
        <Button variant="quiet" isSmall onClick={() => onChange(null)}>
          {submitLabels.takeOut} <VisuallyHidden>{question.label}</VisuallyHidden>
        </Button>
      )}
    </>
  );
}
