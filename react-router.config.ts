import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table goes with the first hydrated page: no /__manifest round trips on a slow
  // line.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
