import { use, useState } from 'react';
import type { TemplateKind } from '#domain/mailings/rules.ts';
import { fillPlaceholders, MAIL_TEXTS } from '#domain/mails/placeholder-rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { TemplateSelect } from '#app/features/mailings/template-select.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { valuesOf } from '#app/ui/form-values.ts';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { reviewLabels } from './review-labels.ts';

type Props = { kind: TemplateKind; proposal: Proposal; start: string };

/** The admin's own text in the email, from one of the firm's if they like, filled in and edited. */
export function WordsFields({ kind, proposal, start }: Props) {
  const { onValues } = use(FormContext);
  const [words, setWords] = useState({ text: start, own: '' });
  return (
    <>
      <TemplateSelect
        kind={kind}
        text={words.text}
        own={words.own}
        fill={(text) => fillFor(text, proposal)}
        onStart={(started, select) => {
          setWords(started);
          onValues?.({ ...valuesOf(select.form!), mail_text: started.text });
        }}
      />
      <TextAreaField
        label={reviewLabels.words}
        name="mail_text"
        hint={kind === 'approval' ? reviewLabels.approvalHint : reviewLabels.correctionHint}
        maxLength={MAIL_TEXTS.text}
        isOptional
        value={words.text}
        onChange={({ target }) => setWords({ ...words, text: target.value })}
      />
    </>
  );
}

/** What is sure now; the deadline may move, and the address is the server's to know. */
export function fillFor(text: string, proposal: Proposal): string {
  const { business_name, program, applicant } = proposal;
  return fillPlaceholders(text, {
    first_name: safe(applicant.first_name, '{first_name}'),
    business_name: safe(business_name, '{business_name}'),
    program: safe(program.title, '{program}'),
    deadline: '{deadline}',
    link: '{link}',
    receipt_number: '{receipt_number}',
    stage: '{stage}',
    amount: '{amount}',
  });
}

/** What would be read as a placeholder itself waits for the server, which reads nothing twice. */
const safe = (value: string, placeholder: string): string =>
  value.includes('{') ? placeholder : value;
