import { createContext } from 'react';

/** The errors of the form around a field, by the field's name. */
export const FormContext = createContext<{ errors: Record<string, string> }>({ errors: {} });
