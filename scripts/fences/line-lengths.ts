import { walk, type Breach, type Source } from './sources.ts';

const MAX_COLUMNS = 100;
const MEASURED = /\.(tsx?|mjs|js|css)$/;
/** What cannot be broken without changing its meaning: strings, patterns, text between tags. */
const UNBREAKABLE = /^(Literal|TemplateLiteral|JSXText)$/;
const IN_STYLES = /"[^"]*"|'[^']*'|url\([^)]*\)/g;
const ADDRESSES = /https?:\/\/\S+/g;

/**
 * No line may exceed 100 columns except by its strings. Prettier breaks code but leaves comments
 * alone.
 */
export function checkLineLengths(source: Source): Breach[] {
  if (!MEASURED.test(source.path)) return [];
  const isLong = (line: string) => [...line].length > MAX_COLUMNS;
  if (!source.text.split('\n').some(isLong)) return [];
  return blankStrings(source)
    .split('\n')
    .flatMap((line, index) =>
      isLong(line)
        ? [{ path: source.path, line: index + 1, reason: `over ${MAX_COLUMNS} columns: break it` }]
        : [],
    );
}

/** The text with its line breaks, but with empty strings. */
function blankStrings({ text, program }: Source): string {
  if (!program) return text.replace(IN_STYLES, '').replace(ADDRESSES, '');
  let [blanked, end] = ['', 0];
  walk(program, (node) => {
    if (!UNBREAKABLE.test(node.type) || node.start < end) return;
    blanked += text.slice(end, node.start);
    end = Number(node['end']);
    blanked += text.slice(node.start, end).replace(/[^\n]/g, '');
  });
  return (blanked + text.slice(end)).replace(ADDRESSES, '');
}
