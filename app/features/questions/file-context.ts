import { createContext, type ReactNode } from 'react';
import type { QuestionFieldProps } from './read-question.ts';

/** How the form around them shows the fields of questions that take a file. */
export const FileContext = createContext<(props: QuestionFieldProps) => ReactNode>(() => null);
