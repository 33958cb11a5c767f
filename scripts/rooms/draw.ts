import { reduce, toRows, type Graph, type Room } from './graph.ts';

const WIDTH = 1000;
const MARGIN = 16;
const BOX = { width: 108, height: 30, gap: 16, rowGap: 40 };
const HEADING_HEIGHT = 52;

const STYLE = `
    text { font: 14px system-ui, sans-serif; fill: #14201b; }
    .room { fill: #fbf7ef; stroke: #0e4d3a; stroke-width: 1.5; }
    .name { font-weight: 700; font-size: 17px; }
    .folder { fill: #fff; stroke: #0e4d3a; }
    .label { text-anchor: middle; }
    .import { fill: none; stroke: #7d8f86; marker-end: url(#tip); }
    .between { fill: none; stroke: #a63d2f; stroke-width: 2.5; marker-end: url(#thick-tip); }
    .api { stroke-dasharray: 7 5; }`;

const tip = (id: string, size: number, colour: string): string =>
  `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="${size}" markerHeight="${size}" orient="auto"><path d="M0 0 8 4 0 8z" fill="${colour}"/></marker>`;

const HOLDS: Record<Room, string> = {
  app: 'what people see: React',
  server: 'what the machine does: HTTP API, SQL, files, mail',
  content: 'what the pages say',
  domain: 'what the business means',
};

type Place = { x: number; y: number; width: number };
type Panel = { svg: string; height: number };

/** All rooms as one SVG: importers above what they import. */
export function drawRooms(graphs: Record<Room, Graph>): string {
  const inner = WIDTH - 2 * MARGIN;
  const half = (inner - 40) / 2;
  const app = drawRoom('app', graphs.app, { x: MARGIN, y: MARGIN, width: inner });
  const serverTop = MARGIN + app.height + 52;
  const server = drawRoom('server', graphs.server, { x: MARGIN, y: serverTop, width: inner });
  const lowerTop = serverTop + server.height + 52;
  const right = MARGIN + half + 40;
  const content = drawRoom('content', graphs.content, { x: MARGIN, y: lowerTop, width: half });
  const domain = drawRoom('domain', graphs.domain, { x: right, y: lowerTop, width: half });
  const height = lowerTop + Math.max(content.height, domain.height) + MARGIN;
  const apiTop = serverTop - 50;
  const between = [
    line(WIDTH / 2, apiTop, WIDTH / 2, serverTop - 3, 'between api'),
    text(WIDTH / 2 + 14, serverTop - 22, '/api/v1, by fetch or in the same process: no imports'),
    line(MARGIN + half / 2, lowerTop - 50, MARGIN + half / 2, lowerTop - 3, 'between'),
    line(right + half / 2, lowerTop - 50, right + half / 2, lowerTop - 3, 'between'),
    text(WIDTH / 2, lowerTop - 22, 'app and server import both', 'label'),
    line(MARGIN + half, lowerTop + 26, right - 3, lowerTop + 26, 'between'),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The rooms and their folders; an arrow says: imports">`,
    `  <style>${STYLE}\n  </style>`,
    `  <defs>${tip('tip', 7, '#7d8f86')}${tip('thick-tip', 5, '#a63d2f')}</defs>`,
    `  <rect width="100%" height="100%" fill="#fff"/>`,
    ...[app, server, content, domain].map(({ svg }) => svg),
    ...between,
    '</svg>\n',
  ].join('\n');
}

function drawRoom(room: Room, graph: Graph, { x, y, width }: Place): Panel {
  const perRow = Math.floor((width - BOX.gap) / (BOX.width + BOX.gap));
  const rows = toRows(graph).flatMap((row) => cut(row, perRow));
  const places = new Map<string, { x: number; y: number }>();
  for (const [index, row] of rows.entries())
    for (const [column, folder] of row.entries())
      places.set(folder, {
        x: x + (width * (column + 0.5)) / row.length,
        y: y + HEADING_HEIGHT + index * (BOX.height + BOX.rowGap),
      });
  const height = HEADING_HEIGHT + rows.length * (BOX.height + BOX.rowGap) - BOX.rowGap + BOX.gap;
  const arrows = [...reduce(graph)].flatMap(([from, targets]) =>
    [...targets].sort().map((to) => arrow(places.get(from)!, places.get(to)!)),
  );
  const svg = [
    `  <rect class="room" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`,
    `  <text x="${x + 14}" y="${y + 28}"><tspan class="name">${room}/</tspan> ${HOLDS[room]}</text>`,
    ...arrows.sort(),
    ...[...places].map(([folder, at]) => box(folder, at)),
  ].join('\n');
  return { svg, height };
}

function cut(row: string[], length: number): string[][] {
  const count = Math.ceil(row.length / length);
  const size = Math.ceil(row.length / count);
  return Array.from({ length: count }, (_, index) => row.slice(index * size, (index + 1) * size));
}

type Point = { x: number; y: number };
const round = (value: number): number => Math.round(value);

const box = (folder: string, { x, y }: Point): string =>
  `  <rect class="folder" x="${round(x - BOX.width / 2)}" y="${round(y)}" width="${BOX.width}" height="${BOX.height}" rx="5"/>` +
  text(round(x), round(y + 20), folder, 'label').trimStart();

function arrow(from: Point, to: Point): string {
  const [top, bottom] = [round(from.y + BOX.height), round(to.y - 2)];
  const bend = round((bottom - top) / 2);
  return `  <path class="import" d="M${round(from.x)} ${top}c0 ${bend} ${round(to.x - from.x)} ${bottom - top - bend} ${round(to.x - from.x)} ${bottom - top}"/>`;
}

const line = (x1: number, y1: number, x2: number, y2: number, className: string): string =>
  `  <path class="${className}" d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}"/>`;

const text = (x: number, y: number, words: string, className?: string): string =>
  `  <text${className ? ` class="${className}"` : ''} x="${x}" y="${y}">${words}</text>`;
