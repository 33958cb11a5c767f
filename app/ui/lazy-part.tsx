import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { ErrorState } from './error-state.tsx';

export const NOT_LOADED =
  'This part could not be loaded. Check your connection, then load the page again.';

const NotLoaded = () => (
  <ErrorState message={NOT_LOADED} onRetry={() => location.reload()} retryLabel="Load again" />
);

/**
 * A part of a screen that loads later. If its script cannot be loaded, it says so in its place, and
 * the rest of the screen stays as it is.
 */
export const lazyPart = <Props,>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => load().catch(() => ({ default: NotLoaded as ComponentType<Props> })));
