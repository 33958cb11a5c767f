import { CSV_COLUMNS, CSV_FILE } from '../constants.ts';

/** Every export by its call, with the name of the file. */
export const EXPORT_FILES = {
  'export.xlsx': 'proposals.xlsx',
  'export.csv': CSV_FILE,
  'export-full.xlsx': 'proposals-full.xlsx',
  'export-full.csv': 'proposals-full.csv',
} as const;
export type ExportFile = keyof typeof EXPORT_FILES;

/** The short workbook says beside them what Unapproved does not. */
export const SHORT_XLSX_COLUMNS = [...CSV_COLUMNS, 'Decision', 'Decided By'] as const;

export const FULL_CSV_COLUMNS = [
  ...['Id', 'Receipt Number', 'Program', 'Program Id', 'Business Name', 'Sector', 'Location'],
  ...['Region', 'Website', 'Description', 'Funding Stage', 'Status', 'Decision'],
  ...[
    'Decline Reason',
    'Decided',
    'Decided By',
    'Assigned To',
    'Flagged',
    'First Name',
    'Last Name',
  ],
  ...['Email', 'Phone', 'Applicant Id', 'Received', 'Completed', 'Last Changed', 'Proposal Link'],
  ...['Pitch Deck Link', 'Pitch Deck Pages', 'Pitch Deck SHA-256'],
  ...['Financials Link', 'Financials Pages', 'Financials SHA-256', 'Labels', 'Withdrawn'],
  'Members',
] as const;
