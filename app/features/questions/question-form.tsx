import { compareAnswers } from './answers-conflict.ts';
import { EditedFields } from './edited-fields.tsx';
import { QuestionView } from './question-view.tsx';
import { describeAnswers, readSteps, refuseAnswers, stepOf } from './read-steps.ts';
import { StepActions } from './step-actions.tsx';
import { StepNav } from './step-nav.tsx';

/** What a form needs for a program that asks questions of its own; it loads with the first. */
export const questionRoom = {
  ...{ StepNav, QuestionView, StepActions, EditedFields },
  ...{ compareAnswers, describeAnswers, readSteps, refuseAnswers, stepOf },
};

export type QuestionRoom = typeof questionRoom;
