import { QuestionView } from './question-view.tsx';
import { readSteps, refuseAnswers, stepOf } from './read-steps.ts';
import { StepActions } from './step-actions.tsx';
import { StepNav } from './step-nav.tsx';

/** What a form needs for a program that asks questions of its own; it loads with the first. */
export const questionRoom = {
  ...{ StepNav, QuestionView, StepActions },
  ...{ readSteps, refuseAnswers, stepOf },
};

export type QuestionRoom = typeof questionRoom;
