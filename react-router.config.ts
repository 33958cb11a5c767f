import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is sent with the first hydrated page, which avoids /__manifest round
  // trips on a slow connection.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
