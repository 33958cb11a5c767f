import { useEffect } from 'react';
import { RouteError } from './route-error.tsx';

type Module = object;
declare global {
  interface Window {
    /** React Router's: the scripts of all routes, and the modules that are loaded. */
    __reactRouterManifest?: { routes: Record<string, { id: string; module: string }> };
    __reactRouterRouteModules?: Record<string, Module | Promise<Module>>;
  }
}

const FAILED: Module = { default: RouteError };

/**
 * If the script of a screen cannot be loaded, React Router loads a new document, which offline is
 * the browser's own error page. It first looks among the loaded modules, and waits for what it
 * finds there: so each screen that is not loaded yet stands there as a promise, which never fails.
 */
export function useFailedScreens(): void {
  useEffect(() => {
    const modules = window.__reactRouterRouteModules ?? {};
    for (const { id, module } of Object.values(window.__reactRouterManifest?.routes ?? {}))
      if (!(id in modules)) promiseModule(modules, id, module);
  }, []);
}

function promiseModule(modules: Record<string, unknown>, id: string, address: string): void {
  const keep = (module: Module) =>
    Object.defineProperty(modules, id, { value: module, writable: true, enumerable: true });
  const load = async (): Promise<Module> => {
    try {
      const module = (await import(/* @vite-ignore */ address)) as Module;
      keep(module);
      return module;
    } catch {
      return FAILED;
    }
  };
  Object.defineProperty(modules, id, {
    get: load,
    set: keep,
    enumerable: true,
    configurable: true,
  });
}
