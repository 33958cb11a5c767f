import { useReducer, useState } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import type { Question } from '#domain/questions/schema.ts';
import type { AnswerText, Step } from '#app/features/questions/read-steps.ts';
import { answersIn } from '#app/features/questions/read-values.ts';
import { FIRST_STEP } from '#app/paths.ts';
import { useQuestionRoom } from '#app/features/questions/use-question-room.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import { refuseSubmission, type Documents } from './read-submission.ts';

/** What the program asks by itself, and what is missing in each step of the form. */
export function useAsked(program: Program) {
  const questions = program.questions ?? NONE;
  // They may change while the form is open.
  const [known] = useState(questions);
  const { room, isPending, hasFailed, retry } = useQuestionRoom(questions);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  return {
    ...{ questions, known, room, hasFailed, retry, redraw },
    /** Whoever opens the form waits for them; nobody waits who is typing already. */
    isPending: isPending && known.length > 0,
    stepOf: (field: string): string => room?.stepOf(questions, field) ?? FIRST_STEP,
    readSteps: (values: FormValues, documents: Documents): Step[] =>
      room?.readSteps(
        questions,
        answersIn(values),
        refuseSubmission(values, documents)?.fields ?? {},
      ) ?? [],
    describe: (values: FormValues): AnswerText[] =>
      room?.describeAnswers(questions, answersIn(values)) ?? [],
    /** Everything that prevents a submission. */
    refuse: (values: FormValues, documents: Documents) =>
      refuseSubmission(values, documents, room?.refuseAnswers(questions, answersIn(values))),
  };
}

const NONE: readonly Question[] = [];

export type AskedQuestions = ReturnType<typeof useAsked>;
