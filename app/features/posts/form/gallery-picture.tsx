import type { HTMLAttributes } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { Picture } from '#app/features/posts/picture.tsx';
import fieldCss from '#app/ui/field.module.css';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { FilePreview } from './file-preview.tsx';
import type { GalleryItem } from './gallery-items.ts';
import css from './images.module.css';
import { galleryAlt } from './alt-field.tsx';
import { altLabel, imageName, postLabels } from '../labels.ts';
import { GRIP } from '#app/editing/order/use-drag-order.ts';

type Props = {
  item: GalleryItem;
  /** What it shows, as stored or as restored. */
  altText: string | undefined;
  /** From 0. */
  place: number;
  count: number;
  /** How far it has been dragged, in pixels. */
  dragged?: { x: number; y: number };
  /** Another picture is held over it. */
  isOver: boolean;
  handlers: HTMLAttributes<HTMLElement>;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** One picture of a gallery: can be dragged or moved by its arrows, removed and restored. */
export function GalleryPicture({
  item,
  altText,
  place,
  count,
  dragged,
  isOver,
  handlers,
  onMove,
  onRemove,
}: Props) {
  const isRemoved = item.stored !== undefined && item.isRemoved;
  const name = item.stored ? imageName(place + 1) : item.file.name;
  const label = isRemoved ? postLabels.keep : postLabels.remove;
  return (
    <li
      className={classNames(
        css.item,
        isRemoved && css.removed,
        isOver && css.over,
        dragged && css.dragged,
      )}
      data-place={place}
      style={dragged && { transform: `translate(${dragged.x}px, ${dragged.y}px)` }}
    >
      <div className={css.frame} {...handlers} onDragStart={(event) => event.preventDefault()}>
        {item.stored ? (
          <Picture image={item.stored} alt="" sizes="10rem" isCut isHydrated />
        ) : (
          !item.refusal && <FilePreview file={item.file} />
        )}
        {count > 1 && (
          <span className={css.grip} {...{ [GRIP]: '' }} aria-hidden="true">
            <svg width="12" height="18" fill="currentColor">
              <path d="M1 1h4v4H1zM7 1h4v4H7zM1 7h4v4H1zM7 7h4v4H7zM1 13h4v4H1zM7 13h4v4H7z" />
            </svg>
          </span>
        )}
      </div>
      <span className={css.name}>{name}</span>
      <span className={css.weight}>{describeItem(item)}</span>
      <label className={css.alt}>
        <span>{postLabels.altText}</span>
        <input
          name={galleryAlt(item.id)}
          aria-label={altLabel(name)}
          className={fieldCss.control}
          autoComplete="off"
          maxLength={LENGTHS.altText}
          defaultValue={altText}
          disabled={isRemoved}
        />
      </label>
      <span className={`${css.tools} row`}>
        <Step
          label={`${postLabels.earlier}: ${name}`}
          sign="←"
          to={place - 1}
          {...{ count, onMove }}
        />
        <Step
          label={`${postLabels.later}: ${name}`}
          sign="→"
          to={place + 1}
          {...{ count, onMove }}
        />
        <Button variant="quiet" isSmall aria-label={`${label}: ${name}`} onClick={onRemove}>
          {label}
        </Button>
      </span>
    </li>
  );
}

type StepProps = Pick<Props, 'count' | 'onMove'> & { label: string; sign: string; to: number };

/** Not removed at either end, so that keyboard focus is not lost. */
function Step({ label, sign, to, count, onMove }: StepProps) {
  const isOff = to < 0 || to >= count;
  return (
    <Button
      variant="secondary"
      isSmall
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onMove(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
}

function describeItem(item: GalleryItem): string {
  if (!item.stored) return formatBytes(item.file.size);
  return item.isRemoved ? postLabels.removed : postLabels.stored;
}
