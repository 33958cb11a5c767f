/** Labels of the download dialog. */
export const downloadLabels = {
  downloadTitle: 'Download documents',
  wholeTitle: 'Export every field',
  format: 'Format',
  formatHint: 'Excel keeps phone numbers and codes as they are.',
  excel: 'Excel workbook',
  csv: 'CSV',
  download: 'Download',
  stop: 'Stop',
  close: 'Close',
  streamed: 'It is written to the file as it comes.',
  held: 'This browser holds the file in its memory until it is whole. For very many documents, narrow the list first or use Chrome or Edge.',
  downloadFailed: 'The download stopped. Check your network and try again.',
  downloadDone: 'Download complete.',
} as const;
