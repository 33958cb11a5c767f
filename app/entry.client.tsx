import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { noteEarlyInput } from './enhance/early-input.ts';
import { installPolyfills } from './polyfills.ts';

installPolyfills();
if (!('HTMLDialogElement' in window))
  void import('./dialog-polyfill.ts').then(({ bringDialogs }) => bringDialogs());
noteEarlyInput();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
