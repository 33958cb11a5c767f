/** Labels of the download dialog. */
export const downloadLabels = {
  titles: {
    'documents.zip': 'Download documents',
    'export-full': 'Export every field',
  },
  format: 'Format',
  formatHint: 'Excel keeps phone numbers and codes as they are.',
  excel: 'Excel workbook',
  csv: 'CSV',
  download: 'Download',
  close: 'Close',
  downloadFailed: 'The download did not start. Check your connection and try again.',
} as const;
