import { useState } from 'react';
import { MAIL_TEXTS } from '#domain/mails/placeholder-rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal, ReviewProposalInput } from '#domain/proposals/schema.ts';
import { refusalOf } from '#app/editing/use-form-submit.ts';
import { templateLabels } from '#app/features/mailings/template-labels.ts';
import { TemplateSelect } from '#app/features/mailings/template-select.tsx';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { ReviewMailView } from '#app/features/submissions/review-mail-view.tsx';
import type { DeskDraft } from '#app/features/submissions/draft-fields.ts';
import { useMailPreview } from '#app/features/submissions/use-mail-preview.ts';
import { fillFor } from '#app/features/submissions/words-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';

export type CorrectionProps = {
  proposal: Proposal;
  draft: DeskDraft;
  /** What is wrong with the words. */
  error: string | undefined;
  onWrite: (texts: DeskDraft) => void;
  /** As it would be sent now. */
  change: ReviewProposalInput;
  /** Says what is wrong, if something is; returns whether it can be sent. */
  onCheck: () => boolean;
};

/** The admin's own words in the email about a correction, and that email before it is sent. */
export default function CorrectionFields({ proposal, draft, ...props }: CorrectionProps) {
  const { words = '', ownWords = '' } = draft;
  const preview = useMailPreview(proposal.id);
  const [problem, setProblem] = useState<string>();
  const write = (texts: DeskDraft) => {
    preview.forget();
    props.onWrite(texts);
  };
  const look = () => {
    setProblem(undefined);
    if (!props.onCheck()) return;
    preview.look(props.change).catch((error: unknown) => setProblem(sentenceOf(error)));
  };
  return (
    <>
      <TemplateSelect
        label={templateLabels.startWordsFrom}
        kind="correction"
        text={words}
        own={ownWords}
        fill={(text) => fillFor(text, proposal)}
        onStart={({ text, own }) => write({ words: text, ownWords: own })}
      />
      <TextAreaField
        label={reviewLabels.words}
        name="mail_text"
        hint={reviewLabels.correctionHint}
        rows={4}
        maxLength={MAIL_TEXTS.text}
        isOptional
        error={props.error ?? problem}
        value={words}
        onChange={({ target }) => write({ words: target.value })}
      />
      {preview.answer && <ReviewMailView answer={preview.answer} />}
      <div>
        <Button variant="secondary" isSmall onClick={look}>
          {reviewLabels.preview}
        </Button>
      </div>
    </>
  );
}

function sentenceOf(error: unknown): string {
  const { message, fields = {} } = refusalOf(error, PROPOSAL.updateFailed);
  return Object.values(fields)[0] ?? message;
}
