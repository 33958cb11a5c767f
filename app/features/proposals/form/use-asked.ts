import { useReducer, useState } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { answerField, isFile } from '#domain/questions/rules.ts';
import type { Answers, Question } from '#domain/questions/schema.ts';
import type { AnswerText, Step } from '#app/features/questions/read-steps.ts';
import { answersIn } from '#app/features/questions/read-values.ts';
import { FIRST_STEP } from '#app/paths.ts';
import { useQuestionRoom } from '#app/features/questions/use-question-room.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import { proposalLabels } from '../labels.ts';
import { submitLabels } from './labels.ts';
import { isReady, readFiles, refuseSubmission, type Documents } from './read-submission.ts';
import { DOCUMENTS_STEP } from './use-step.ts';

/** What the program asks by itself, and what is missing in each step of the form. */
export function useAsked(program: Program) {
  const questions = program.questions ?? NONE;
  // They may change while the form is open.
  const [known] = useState(questions);
  const { room, isPending, hasFailed, retry } = useQuestionRoom(questions);
  const answersWith = (values: FormValues, documents: Documents) =>
    ({ ...answersIn(values), ...readFiles(questions, documents) }) as Answers;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  return {
    ...{ questions, known, room, hasFailed, retry, redraw },
    /** Questions that take a file. */
    files: questions.filter(({ kind }) => isFile(kind)).map(({ id }) => id),
    /** Whoever opens the form waits for them; nobody waits who is typing already. */
    isPending: isPending && known.length > 0,
    /** Of values by their names; those that are no longer asked for are left out. */
    describeDiffering: (names: readonly string[]): string | undefined => {
      const labelOf = (name: string) =>
        BUSINESS_LABELS[name] ?? known.find(({ id }) => answerField(id) === name)?.label;
      const labels = names.flatMap((name) => labelOf(name) ?? []);
      return labels.length > 0 ? submitLabels.differing(labels) : undefined;
    },
    stepOf: (field: string): string =>
      isDocument(field) ? DOCUMENTS_STEP : (room?.stepOf(questions, field) ?? FIRST_STEP),
    /** All steps before the check. */
    readSteps: (values: FormValues, documents: Documents): Step[] => {
      const wrong = Object.keys(refuseSubmission(values, documents)?.fields ?? {});
      const refused = wrong.filter(isDocument).length;
      const isComing = DOCUMENT_KINDS.some((kind) => documents[kind] && !isReady(documents[kind]));
      return [
        step(FIRST_STEP, submitLabels.stepNames.business, stateOf(wrong.length - refused)),
        ...(room?.readSteps(questions, answersWith(values, documents)) ?? []),
        step(DOCUMENTS_STEP, submitLabels.stepNames.documents, stateOf(refused, isComing)),
      ];
    },
    describe: (values: FormValues, documents: Documents): AnswerText[] =>
      room?.describeAnswers(questions, answersWith(values, documents)) ?? [],
    /** Without files of questions that are not asked. */
    submitted: (values: FormValues, documents: Documents): Documents => {
      const asked = room?.shownOf(questions, answersIn(values)) ?? [];
      const shown = new Set(asked.map(({ id }) => id));
      const isSent = ([key]: [string, unknown]) => isDocument(key) || shown.has(key);
      return Object.fromEntries(Object.entries(documents).filter(isSent));
    },
    /** Everything that prevents a submission. */
    refuse: (values: FormValues, documents: Documents) =>
      refuseSubmission(
        values,
        documents,
        room?.refuseAnswers(questions, answersWith(values, documents)),
      ),
  };
}

const step = (name: string, title: string, state: string): Step => ({
  ...{ name, title, state },
  questions: NONE,
});

const stateOf = (missing: number, isComing = false): string => {
  if (missing > 0) return submitLabels.missing(missing);
  return isComing ? submitLabels.notThere : submitLabels.done;
};

const isDocument = (field: string): boolean =>
  (DOCUMENT_KINDS as readonly string[]).includes(field);

const BUSINESS_LABELS: Readonly<Record<string, string>> = {
  business_name: proposalLabels.businessName,
  business_location: proposalLabels.location,
  business_website: proposalLabels.website,
  business_description: proposalLabels.description,
};

const NONE: readonly Question[] = [];

export type AskedQuestions = ReturnType<typeof useAsked>;
