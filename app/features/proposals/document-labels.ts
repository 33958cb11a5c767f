import type { DocumentKind, DocumentMarker, DocumentScan } from '#domain/proposals/rules.ts';

/** Labels of a proposal's documents. */
export const documentLabels = {
  title: 'Documents',
  request: 'Request Download Link',
  download: 'Download',
  ok: 'OK',
  expiredTitle: 'Link expired',
  markersTitle: 'Open with care',
  kinds: { pitch_deck: 'Pitch deck', financials: 'Financials' } satisfies Record<
    DocumentKind,
    string
  >,
  /** Shown instead of a download. */
  scans: {
    checking: 'Checking for viruses',
    infected: 'A virus was found in this file',
  } satisfies Record<DocumentScan, string>,
  /** Each completes "This file …". */
  markers: {
    javascript: 'contains scripts',
    launch: 'can start other programs',
    embedded_file: 'has other files inside it',
    protected: 'is protected against editing',
    unsearched: 'could not be fully searched for scripts and other files',
  } satisfies Record<DocumentMarker, string>,
} as const;

/** "this file contains scripts and carries other files inside." */
export const describeMarkers = (markers: readonly DocumentMarker[]): string =>
  `this file ${new Intl.ListFormat('en-GB').format(markers.map((marker) => documentLabels.markers[marker]))}.`;

export const describePages = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`);
