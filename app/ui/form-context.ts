import { createContext } from 'react';
import type { FormProblem } from './form-values.ts';

/** What fields know about their form: its errors, by field name, and where the input is saved. */
export const FormContext = createContext<{
  errors: Record<string, string>;
  /** The last refusal: the same object until the next one. */
  refusal?: FormProblem | null;
  onValues?: (values: Record<string, string>) => void;
}>({ errors: {} });
