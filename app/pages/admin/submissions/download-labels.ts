/** Labels of the download dialog. */
export const downloadLabels = {
  titles: {
    'documents.zip': 'Download documents',
    'export-full.csv': 'Export every field',
  },
  download: 'Download',
  close: 'Close',
  downloadFailed: 'The download did not start. Check your network and try again.',
} as const;
