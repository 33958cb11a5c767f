import { createContext } from 'react';
import type { FormProblem } from './form-values.ts';

/**
 * What fields know of the form around them: its errors, by the name of the field, and who keeps
 * what is typed.
 */
export const FormContext = createContext<{
  errors: Record<string, string>;
  /** The last refusal: the same object until the next one. */
  refusal?: FormProblem | null;
  onValues?: (values: Record<string, string>) => void;
}>({ errors: {} });
