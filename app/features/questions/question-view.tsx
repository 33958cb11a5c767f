import { isBlank } from '#domain/questions/answer-rules.ts';
import { useEffect, useRef } from 'react';
import type { Answers, AnswerValue, Question } from '#domain/questions/schema.ts';
import { Notice } from '#app/ui/notice.tsx';
import { describeKept, questionLabels } from './labels.ts';
import css from './question-fields.module.css';
import { QuestionFields } from './question-fields.tsx';
import { describeAnswer, type Step } from './read-steps.ts';

type Props = {
  questions: readonly Question[];
  /** As they were when the form was opened. */
  known: readonly Question[];
  steps: readonly Step[];
  current: string;
  answers: Answers;
  onChange: (questionId: string, value: AnswerValue | null) => void;
};

/** The program's questions, a step at a time; the others keep what is typed in them. */
export function QuestionView({ questions, known, steps, current, answers, onChange }: Props) {
  const notes = notesOf(questions, known);
  return steps.slice(1).map((step) => (
    <section key={step.name} hidden={step.name !== current} aria-label={step.title}>
      <StepHeading title={step.title} isCurrent={step.name === current} />
      <QuestionFields
        questions={questions}
        among={step.questions}
        answers={answers}
        onChange={(id, value) => onChange(id, isBlank(value) ? null : value)}
        notes={notes}
      />
      <Retired gone={goneFrom(step, { questions, known, answers })} answers={answers} />
    </section>
  ));
}

/** Takes the focus when its step is opened. */
function StepHeading({ title, isCurrent }: { title: string; isCurrent: boolean }) {
  const ref = useRef<HTMLHeadingElement>(null);
  const wasCurrent = useRef(isCurrent);
  useEffect(() => {
    if (isCurrent && !wasCurrent.current) ref.current?.focus();
    wasCurrent.current = isCurrent;
  }, [isCurrent]);
  return (
    <h2 ref={ref} tabIndex={-1} className={css.title}>
      {title}
    </h2>
  );
}

/** What has changed since the form was opened. */
function notesOf(
  questions: readonly Question[],
  known: readonly Question[],
): Record<string, string> {
  const before = new Map(known.map((one) => [one.id, JSON.stringify(one)]));
  return Object.fromEntries(
    questions.flatMap((one) => {
      const old = before.get(one.id);
      if (old === JSON.stringify(one)) return [];
      return [[one.id, old === undefined ? questionLabels.added : questionLabels.changed]];
    }),
  );
}

/** What was answered in this step and is no longer asked. */
function goneFrom(
  { questions: here }: Step,
  { questions, known, answers }: Pick<Props, 'questions' | 'known' | 'answers'>,
): Question[] {
  const live = new Set(questions.map(({ id }) => id));
  /** The question that stood before it and is still asked, or else the first one. */
  const neighbour = (place: number) =>
    known.slice(0, place).findLast(({ id }) => live.has(id))?.id ?? questions[0]?.id;
  return known.filter(
    ({ id }, place) =>
      !live.has(id) && answers[id] !== undefined && here.some((one) => one.id === neighbour(place)),
  );
}

/** Said in its place, and kept in the draft. */
const Retired = ({ gone, answers }: { gone: readonly Question[]; answers: Answers }) =>
  gone.map((one) => (
    <Notice key={one.id} title={one.label}>
      <p>{describeKept(describeAnswer(one, answers[one.id]))}</p>
    </Notice>
  ));
