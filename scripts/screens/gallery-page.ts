import type { Picture } from './take-pictures.ts';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The index of all pictures: both widths side by side, each linked to the full picture. */
export function renderGallery(pictures: Picture[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Screens of Pitch Trek</title>
<style>
body{margin:24px;font:16px/1.5 system-ui,sans-serif;background:#fbf7ef;color:#14201b}
figure{margin:0 0 40px;border-top:1px solid #ddd3c0;padding-top:12px}
figure div{display:flex;gap:16px;align-items:flex-start;overflow:auto;max-height:560px}
img{border:1px solid #ddd3c0;display:block}
.narrow{width:240px;flex:none}.wide{width:min(860px,70vw);flex:none}
.fault{color:#a63d2f}
</style></head><body>
<h1>${pictures.length} screens</h1>
${pictures.map(renderFigure).join('\n')}
</body></html>
`;
}

function renderFigure({ name, address, viewer, files, fault }: Picture): string {
  const image = (file: string | undefined, kind: string) =>
    file
      ? `<a href="${escape(file)}"><img class="${kind}" src="${escape(file)}" alt="" loading="lazy"></a>`
      : '';
  const note = fault ? ` <span class="fault">${escape(fault)}</span>` : '';
  return `<figure id="${escape(name)}"><figcaption><b>${escape(name)}</b> <code>${escape(address)}</code> as ${viewer}${note}</figcaption><div>${image(files[360], 'narrow')}${image(files[1280], 'wide')}</div></figure>`;
}
