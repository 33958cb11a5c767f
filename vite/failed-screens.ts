import type { Plugin } from 'vite';

/**
 * If the script of a screen cannot be loaded, React Router loads a new document, which offline is
 * the browser's own error page. With this plugin, the current layout shows its `Failed` in the
 * screen's place.
 */
export function failedScreens(): Plugin {
  const RELOAD = 'window.location.reload();';
  const SHOW =
    'const Failed = Object.values(routeModulesCache).map((module) => module.handle?.Failed).find(Boolean); if (Failed) return { default: Failed };';
  return {
    name: 'pitch-trek:failed-screens',
    transform(code, id) {
      if (!/react-router\/dist\/production\/.*routeModules\.js$/.test(id)) return undefined;
      if (!code.includes(RELOAD))
        throw new Error(
          'React Router handles a failed script differently now: look at loadRouteModule',
        );
      return { code: code.replace(RELOAD, SHOW + RELOAD), map: null };
    },
  };
}
