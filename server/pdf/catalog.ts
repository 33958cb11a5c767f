import { type PdfDict, type PdfObject, PdfDamage, PdfLimit, isDict } from './lexer.ts';
import type { PdfDocument } from './document.ts';
import { type PdfMarker, MarkerScanner } from './markers.ts';

/** After so much decoded text the search for markers ends; the file itself is not refused for it. */
const MAX_SEARCHED_BYTES = 32 * 1024 * 1024;
const MAX_CHAINED_ACTIONS = 20;

/** Active content that raw bytes don't show: in compressed object streams, or with escaped names in the catalog. */
export function findDocumentMarkers(document: PdfDocument, root: PdfDict, containers: Iterable<number>): PdfMarker[] {
  const scanner = new MarkerScanner();
  tolerate(() => searchCatalog(document, root, scanner.found));
  tolerate(() => searchContainers(document, containers, scanner));
  return [...scanner.found];
}

function searchCatalog(document: PdfDocument, root: PdfDict, found: Set<PdfMarker>): void {
  const names = document.resolve(root.get('Names'));
  if (isDict(names) && names.has('JavaScript')) found.add('javascript');
  if (isDict(names) && names.has('EmbeddedFiles')) found.add('embedded_file');
  searchAction(document, root.get('OpenAction'), found);
  const additional = document.resolve(root.get('AA'));
  if (isDict(additional)) for (const action of additional.values()) searchAction(document, action, found);
}

function searchAction(document: PdfDocument, action: PdfObject | undefined, found: Set<PdfMarker>): void {
  let current = document.resolve(action);
  for (let i = 0; isDict(current) && i < MAX_CHAINED_ACTIONS; i++) {
    const kind = document.resolve(current.get('S'));
    if (kind === '/JavaScript' || current.has('JS')) found.add('javascript');
    if (kind === '/Launch') found.add('launch');
    current = document.resolve(current.get('Next'));
  }
}

function searchContainers(document: PdfDocument, containers: Iterable<number>, scanner: MarkerScanner): void {
  let searched = 0;
  for (const num of containers) {
    const { bytes } = document.container(num);
    scanner.scan(bytes);
    searched += bytes.length;
    if (searched > MAX_SEARCHED_BYTES) return;
  }
}

/** The pages are there, so a reader opens the file; damage elsewhere only ends the search. */
function tolerate(search: () => void): void {
  try {
    search();
  } catch (error) {
    if (!(error instanceof PdfDamage) && !(error instanceof PdfLimit)) throw error;
  }
}
