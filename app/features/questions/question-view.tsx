import type { ComponentType } from 'react';
import { isBlank } from '#domain/questions/answers.ts';
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
  /** Takes the focus when its step is opened. */
  Heading: ComponentType<{ title: string; isCurrent: boolean; className: string | undefined }>;
};

/** The program's questions, a step at a time; the others keep what is typed in them. */
export function QuestionView(props: Props) {
  const { questions, known, steps, current, answers, onChange, Heading } = props;
  const notes = notesOf(questions, known);
  return steps.filter(isAsking).map((step) => (
    <section key={step.name} hidden={step.name !== current} aria-label={step.title}>
      <Heading title={step.title} isCurrent={step.name === current} className={css.title} />
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

const isAsking = ({ questions }: Step): boolean => questions.length > 0;

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
