import { lazy, Suspense, type ComponentProps } from 'react';

/** Loaded when somebody first downloads files. */
const DownloadDialog = lazy(() =>
  import('./download-dialog.tsx').then(({ DownloadDialog: dialog }) => ({ default: dialog })),
);

export const LazyDownload = (props: ComponentProps<typeof DownloadDialog>) => (
  <Suspense fallback={null}>
    <DownloadDialog {...props} />
  </Suspense>
);
