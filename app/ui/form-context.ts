import { createContext } from 'react';

/**
 * What fields know of the form around them: its errors, by the name of the field, and who keeps
 * what is typed.
 */
export const FormContext = createContext<{
  errors: Record<string, string>;
  onValues?: (values: Record<string, string>) => void;
}>({ errors: {} });
