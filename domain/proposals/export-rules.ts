import { CSV_FILE } from '../constants.ts';

/** Every export by its call, with the name of the file. */
export const EXPORT_FILES = {
  'export.xlsx': 'proposals.xlsx',
  'export.csv': CSV_FILE,
  'export-full.xlsx': 'proposals-full.xlsx',
  'export-full.csv': 'proposals-full.csv',
} as const;
export type ExportFile = keyof typeof EXPORT_FILES;
