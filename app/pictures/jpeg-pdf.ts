/** A JPEG that a page shows, in pixels. */
export type Page = { jpeg: Blob; width: number; height: number };

/** Points: the longer side of A4. */
const LONG_SIDE = 842;

/**
 * A PDF of one picture on each page and nothing else: no names, no date, no place. The JPEGs go in
 * as they are, so that it is no larger than they are.
 */
export function pdfOf(pages: readonly Page[]): Blob {
  const parts: (string | Blob)[] = [];
  const offsets: number[] = [];
  let size = 0;
  const add = (part: string | Blob) => {
    parts.push(part);
    size += typeof part === 'string' ? part.length : part.size;
  };
  const addObject = (...content: (string | Blob)[]) => {
    offsets.push(size);
    add(`${offsets.length} 0 obj\n`);
    content.forEach(add);
    add('\nendobj\n');
  };
  const addStream = (dictionary: string, body: string | Blob) => {
    const length = typeof body === 'string' ? body.length : body.size;
    addObject(`<< ${dictionary}/Length ${length} >>\nstream\n`, body, '\nendstream');
  };
  // Catalog and tree are 1 and 2; each page has three objects: itself, its content, its picture.
  const idOf = (at: number) => 3 + at * 3;
  const kids = pages.map((_, at) => `${idOf(at)} 0 R`).join(' ');
  add('%PDF-1.4\n');
  addObject('<< /Type /Catalog /Pages 2 0 R >>');
  addObject(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  for (const [at, { jpeg, width, height }] of pages.entries()) {
    const scale = LONG_SIDE / Math.max(width, height);
    const [across, down] = [width, height].map((side) => (side * scale).toFixed(2));
    const [content, picture] = [`${idOf(at) + 1} 0 R`, `${idOf(at) + 2} 0 R`];
    addObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents ${content} `,
      `/Resources << /XObject << /P ${picture} >> >> >>`,
    );
    addStream('', `${across} 0 0 ${down} 0 0 cm /P Do`);
    addStream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
        '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode ',
      jpeg,
    );
  }
  const start = size;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  add(`trailer\n<< /Size ${rows.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
