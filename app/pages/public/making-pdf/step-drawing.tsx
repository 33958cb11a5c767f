import type { StepPicture } from '#content/making-pdf.ts';
import css from './step-drawing.module.css';

/** Of the screen that is drawn: its width, and the height of a line of text or an entry. */
const SCREEN = { width: 128, height: 132, entry: 28 };

/** A phone that shows one step. The text beside it says the same in words. */
export function StepDrawing({ picture }: { picture: StepPicture }) {
  return (
    <svg viewBox={`0 0 ${SCREEN.width} ${SCREEN.height}`} className={css.phone} aria-hidden="true">
      <rect x="1" y="1" width="126" height="130" rx="12" className={css.screen} />
      <Shown picture={picture} />
    </svg>
  );
}

function Shown({ picture }: { picture: StepPicture }) {
  if (picture.kind === 'document') return <DocumentScreen press={picture.press} />;
  if (picture.kind === 'menu') return <Menu {...picture} />;
  if (picture.kind === 'paper') return <Paper />;
  if (picture.kind === 'button') return <ButtonScreen label={picture.label} />;
  return <Photos />;
}

/** Lines of a text. */
const Lines = ({ d = 'M14 44h78M14 56h92M14 68h60' }: { d?: string }) => (
  <path d={d} className={css.lines} />
);

type Press = Extract<StepPicture, { kind: 'document' }>['press'];

/** Where each control is, as the centre of its mark. */
const PLACES: Record<Press, { x: number; y: number }> = {
  dots: { x: 108, y: 20 },
  bar: { x: 64, y: 112 },
  camera: { x: 104, y: 106 },
};

function DocumentScreen({ press }: { press: Press }) {
  const { x, y } = PLACES[press];
  return (
    <>
      <Lines />
      <path d="M14 20h40" className={css.heading} />
      <circle cx={x} cy={y} r="15" className={css.mark} />
      {press === 'dots' && (
        <path d={`M${x} ${y - 6}v.1M${x} ${y}v.1M${x} ${y + 6}v.1`} className={css.dots} />
      )}
      {press === 'bar' && (
        <path d={`M${x - 6} ${y - 6}h4v4h-4zm8 0h4v4h-4zm-8 8h4v4h-4zm8 0h4v4h-4z`} />
      )}
      {press === 'camera' && (
        <>
          <path d={`M${x - 8} ${y - 4}h4l2-3h4l2 3h4v10h-16z`} />
          <circle cx={x} cy={y + 1} r="3" className={css.mark} />
        </>
      )}
    </>
  );
}

function Menu({
  entries,
  press,
}: Pick<Extract<StepPicture, { kind: 'menu' }>, 'entries' | 'press'>) {
  const top = SCREEN.height - entries.length * SCREEN.entry - 12;
  return (
    <>
      <Lines d="M14 16h78M14 26h60" />
      {entries.map((entry, place) => {
        const y = top + place * SCREEN.entry;
        return (
          <g key={entry}>
            {place === press && (
              <rect x="8" y={y} width="112" height={SCREEN.entry} rx="4" className={css.mark} />
            )}
            <text x="16" y={y + 19} className={place === press ? css.marked : css.text}>
              {entry}
            </text>
          </g>
        );
      })}
    </>
  );
}

const Paper = () => (
  <>
    <path d="M34 20h60v72h-60z" className={css.paper} />
    <Lines d="M42 32h36M42 42h44M42 52h44M42 62h28M42 72h40" />
    <path d="M24 26V12h14M90 12h14v14M104 86v14H90M38 100H24V86" className={css.corners} />
    <circle cx="64" cy="115" r="10" className={css.mark} />
  </>
);

const ButtonScreen = ({ label }: { label: string }) => (
  <>
    <path d="M40 18h34l14 14v44h-48z" className={css.paper} />
    <text x="64" y="58" textAnchor="middle" className={css.text}>
      PDF
    </text>
    <rect x="12" y="92" width="104" height="28" rx="14" className={css.mark} />
    <text x="64" y="111" textAnchor="middle" className={css.marked}>
      {label}
    </text>
  </>
);

/** The same photo twice, the second one much smaller. */
const Photos = () => (
  <>
    <Photo x={12} y={14} scale={1} />
    <path d="M44 82v18h22" className={css.arrow} />
    <path d="m62 93 8 7-8 7z" />
    <rect x="74" y="82" width="44" height="36" rx="4" className={css.mark} />
    <Photo x={78} y={86} scale={0.5} />
  </>
);

const Photo = ({ x, y, scale }: { x: number; y: number; scale: number }) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`}>
    <path d="M0 0h72v56H0z" className={css.sky} />
    <circle cx="54" cy="16" r="8" className={css.sun} />
    <path d="M0 56 22 24l16 20 12-12 22 24z" className={css.hill} />
  </g>
);
