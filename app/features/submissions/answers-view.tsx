import { formatAnswer } from '#domain/questions/answers.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { describePages } from '#app/features/proposals/labels.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { joinFacts } from '#app/ui/join-facts.ts';
import { Facts } from '#app/ui/facts.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import css from './view-proposal.module.css';
import { reviewLabels } from './review-labels.ts';

/** Of a file also how long and how large it is. */
function describe(answer: Answer): string {
  const { kind, value } = answer;
  if (kind !== 'file' || typeof value !== 'object' || !('size' in value))
    return formatAnswer(answer);
  const facts = joinFacts(value.pages && describePages(value.pages), formatBytes(value.size));
  return `${formatAnswer(answer)} (${facts})`;
}

/** Answers to a program's own questions, in the words in which they were asked. */
export default function AnswersView({ answers }: { answers: readonly Answer[] }) {
  return (
    <>
      <h2 className={css.title}>{reviewLabels.asked}</h2>
      <Facts
        facts={answers.map((one) => [
          one.label,
          <PlainText key={one.question_id}>{describe(one)}</PlainText>,
        ])}
      />
    </>
  );
}
