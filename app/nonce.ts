import { createContext } from 'react';

/** Set while the server renders a hydrated document: what its Content-Security-Policy names. */
export const Nonce = createContext<string | undefined>(undefined);
