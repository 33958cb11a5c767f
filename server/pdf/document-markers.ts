import { type PdfDict, type PdfObject, PdfDamage, PdfLimit, isDict } from './lexer.ts';
import type { OpenDocument, PdfDocument } from './document.ts';
import { type PdfMarker, MarkerScanner } from './markers.ts';
import { recoverDocument } from './recovery.ts';

const MAX_CHAINED_ACTIONS = 20;
/** The cost of another reference to an object stream, in parsed bytes. */
const NAME_COST = 8;

/**
 * Finds active content that raw bytes do not show: in compressed object streams, or behind
 * references from the catalog. The file opens, so nothing here refuses it; but parts that could not
 * be searched are marked too, otherwise damage would be a way to hide content.
 */
export function findDocumentMarkers(opened: OpenDocument, root: PdfDict): PdfMarker[] {
  const scanner = new MarkerScanner();
  const isSearched = [
    () => searchCatalog(opened.document, root, scanner.found),
    () => searchAllContainers(opened, scanner),
  ].map(tolerate);
  return isSearched.every(Boolean) ? [...scanner.found] : [...scanner.found, 'unsearched'];
}

function searchCatalog(document: PdfDocument, root: PdfDict, found: Set<PdfMarker>): void {
  const names = document.resolve(root.get('Names'));
  if (isDict(names) && names.has('JavaScript')) found.add('javascript');
  if (isDict(names) && names.has('EmbeddedFiles')) found.add('embedded_file');
  searchAction(document, root.get('OpenAction'), found);
  const additional = document.resolve(root.get('AA'));
  if (isDict(additional))
    for (const action of additional.values()) searchAction(document, action, found);
}

function searchAction(
  document: PdfDocument,
  action: PdfObject | undefined,
  found: Set<PdfMarker>,
): void {
  let current = document.resolve(action);
  for (let i = 0; isDict(current) && i < MAX_CHAINED_ACTIONS; i++) {
    const kind = document.resolve(current.get('S'));
    if (kind === '/JavaScript' || current.has('JS')) found.add('javascript');
    if (kind === '/Launch') found.add('launch');
    current = document.resolve(current.get('Next'));
  }
}

/**
 * A reader that cannot find an object stream searches the file for objects, and finds those that
 * its directory does not list.
 */
function searchAllContainers(opened: OpenDocument, scanner: MarkerScanner): void {
  const isWhole = searchContainers(opened, scanner);
  if (isWhole) return;
  if (opened.isRebuilt || !searchContainers(recoverDocument(opened.document.source), scanner))
    throw new PdfDamage('an object stream cannot be read');
}

function searchContainers({ document, containers }: OpenDocument, scanner: MarkerScanner): boolean {
  const seen = new Set<number>();
  let isWhole = true;
  for (const num of containers()) {
    document.source.budget.parse(NAME_COST);
    if (seen.size === seen.add(num).size) continue;
    try {
      scanner.scan(document.container(num).bytes);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
      isWhole = false;
    }
  }
  return isWhole;
}

/** False if the search did not complete. */
function tolerate(search: () => void): boolean {
  try {
    search();
    return true;
  } catch (error) {
    if (error instanceof PdfDamage || error instanceof PdfLimit || error instanceof RangeError)
      return false;
    throw error;
  }
}
