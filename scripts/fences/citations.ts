import { breachAt, type Breach, type Source } from './sources.ts';

/** The first word of a citation, and the document that it means. */
const DOCUMENTS: Record<string, string> = {
  spec: 'docs/specification.md',
  contract: 'docs/contract.md',
  design: 'docs/design.md',
  trust: 'docs/trust.md',
};
const DECISIONS = 'docs/decisions/';

/** Between two words of one citation: a space, or a line break in a comment. */
const GAP = String.raw`\s+(?:(?:\*|//)\s*)?`;
const SECTION = String.raw`§\d+(?:\.\d+)?`;
const ROW = String.raw`[A-Z]\d+\b`;
const listOf = (one: string) => `${one}(?:(?:,|${GAP}and|${GAP}or|${GAP}to)${GAP}${one})*`;

const OF_SECTIONS = `(spec|contract|design)${GAP}(${listOf(SECTION)})`;
const OF_ROWS = `(trust)${GAP}(${listOf(ROW)})`;
const CITATION = new RegExp(`\\b${OF_SECTIONS}|\\b${OF_ROWS}|(${SECTION})`, 'g');
const DECISION = /\bdecisions\/(\d{4})(-[a-z0-9-]+)?|\bdecision (\d{1,2})\b/g;
const NO_DOCUMENT = 'which document? Write spec, contract or design before the section';

/** Citations that lead nowhere: every document that a comment cites is in the repository. */
export function checkCitations(sources: Source[]): Breach[] {
  const anchors = readAnchors(sources);
  return sources.flatMap((source) => [
    ...findDeadEnds(source, anchors),
    ...findMissingDecisions(source, sources),
  ]);
}

type Anchors = Map<string, Set<string>>;

/** What can be cited: numbers of headings, and of rows whose first cell is a number. */
function readAnchors(sources: Source[]): Anchors {
  return new Map(
    Object.entries(DOCUMENTS).map(([name, path]) => {
      const text = sources.find((source) => source.path === path)?.text ?? '';
      const places = text.matchAll(/^#+ (\d+(?:\.\d+)?)\.? |^\| (\d+\.\d+|[A-Z]\d+) \|/gm);
      return [name, new Set([...places].map(([, heading, row]) => (heading ?? row)!))];
    }),
  );
}

function findDeadEnds(source: Source, anchors: Anchors): Breach[] {
  const own = Object.keys(DOCUMENTS).find((name) => DOCUMENTS[name] === source.path);
  return [...source.text.matchAll(CITATION)].flatMap((match) => {
    const name = match[1] ?? match[3] ?? own;
    if (!name) return [breachAt(source, match.index, NO_DOCUMENT)];
    const cited = (match[2] ?? match[4] ?? match[5])!.match(/[A-Z]?\d+(?:\.\d+)?/g)!;
    const missing = cited.filter((number) => !anchors.get(name)!.has(number));
    const reasons = missing.map((number) => `${DOCUMENTS[name]} has no ${number}`);
    return reasons.map((reason) => breachAt(source, match.index, reason));
  });
}

function findMissingDecisions(source: Source, sources: Source[]): Breach[] {
  return [...source.text.matchAll(DECISION)].flatMap((match) => {
    const [, number, title, short] = match;
    const page = `${DECISIONS}${number ?? short!.padStart(4, '0')}${title ?? '-'}`;
    const isThere = sources.some(({ path }) => path.startsWith(page));
    return isThere ? [] : [breachAt(source, match.index, `no page ${page}… in ${DECISIONS}`)];
  });
}
