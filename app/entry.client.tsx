import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { noteEarlyInput } from './enhance/early-input.ts';
import { installPolyfills } from './polyfills.ts';

installPolyfills();
noteEarlyInput();
// No button may work before what it opens can: an effect that opens a dialog would throw.
if ('HTMLDialogElement' in window) hydrate();
else
  void import('./dialog-polyfill.ts').then(({ bringDialogs }) => bringDialogs()).finally(hydrate);

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
