import { formatAnswer } from '#domain/questions/answer-rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { Facts } from '#app/ui/facts.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import css from './view-proposal.module.css';
import { reviewLabels } from './review-labels.ts';

/** Answers to a program's own questions, in the words in which they were asked. */
export default function AnswersView({ answers }: { answers: readonly Answer[] }) {
  return (
    <>
      <h2 className={css.title}>{reviewLabels.asked}</h2>
      <Facts
        facts={answers.map((one) => [
          one.label,
          <PlainText key={one.question_id}>{formatAnswer(one)}</PlainText>,
        ])}
      />
    </>
  );
}
