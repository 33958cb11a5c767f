import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { BROWSERS } from './vite/browser-targets.ts';
import { BROWSER_DEPENDENCIES } from './vite/dependencies.ts';
import { enhanceScripts } from './vite/enhance-scripts.ts';
import { layerOrder } from './vite/layer-order.ts';
import { portalWorker } from './vite/portal-worker.ts';
import { publicStyles } from './vite/public-styles.ts';
import { SCRIPT_GROUPS } from './vite/script-groups.ts';

export default defineConfig(({ command }) => ({
  plugins: [layerOrder(), reactRouter(), enhanceScripts(), publicStyles(), portalWorker()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  optimizeDeps: { include: BROWSER_DEPENDENCIES },
  // One style sheet for all pages: fewer round trips and bytes than five small ones.
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: { groups: SCRIPT_GROUPS },
          },
        },
      },
    },
    // The only entry of the server build: what server/pages/handler.ts imports (docs in
    // app/handler.ts). One minified file, because the server holds its source in memory.
    ssr: {
      // In development, Node loads packages itself: Vite's own loader does not support CommonJS.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        // Otherwise Vite leaves it to the process, and React's development build stays in the file.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
      build: { target: 'es2022', minify: true, rolldownOptions: { input: 'app/handler.ts' } },
    },
  },
}));
