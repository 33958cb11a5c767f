import { answerField } from '#domain/questions/rules.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import type { QuestionFieldProps } from '#app/features/questions/read-question.ts';
import { fileHint } from './picture-labels.ts';
import { UploadField } from './upload-field.tsx';
import type { DraftDocuments } from './use-draft-documents.ts';
import { usePictures } from './use-pictures.tsx';

type Props = QuestionFieldProps & { documents: DraftDocuments };

/** A question of the program that takes a file, as a document of the draft. */
export default function FileAnswer({ question, documents }: Props) {
  const { id, label, is_required: isRequired } = question;
  const document = documents.documents[id];
  const name = answerField(id);
  const pictures = usePictures({ label, name });
  return (
    <UploadField
      label={label}
      name={name}
      hint={fileHint(question.help, readUploadLimit().text)}
      isOptional={!isRequired}
      document={document}
      pictures={pictures}
      onPick={(picked) => documents.pick(id, picked)}
      isEarly={documents.isEarly}
      onStop={() => documents.stop(id)}
      onRetry={() => documents.retry(id)}
      onTakeOut={() => documents.takeOut(id)}
    />
  );
}
