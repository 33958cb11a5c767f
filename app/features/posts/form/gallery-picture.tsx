import { useState, type DragEvent } from 'react';
import { Picture } from '#app/features/posts/picture.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { FilePreview } from './file-preview.tsx';
import type { GalleryItem } from './gallery-items.ts';
import css from './images.module.css';
import { imageName, postLabels } from '../labels.ts';

/** What a dragged picture carries: its index. */
const PLACE = 'application/x-gallery-place';

type Props = {
  item: GalleryItem;
  /** From 0. */
  place: number;
  count: number;
  onMove: (to: number) => void;
  /** Another picture was dropped here. */
  onDropped: (from: number) => void;
  onRemove: () => void;
};

/**
 * One picture of a gallery: dragged, or moved by its arrows, to another place; removed and kept.
 */
export function GalleryPicture({ item, place, count, onMove, onDropped, onRemove }: Props) {
  const [isOver, setOver] = useState(false);
  const isRemoved = item.stored !== undefined && item.isRemoved;
  const name = item.stored ? imageName(place + 1) : item.file.name;
  const label = isRemoved ? postLabels.keep : postLabels.remove;
  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(PLACE);
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!isOurs(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onDropped(Number(event.dataTransfer.getData(PLACE)));
  };
  return (
    <li
      className={classNames(css.item, isRemoved && css.removed, isOver && css.over)}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(PLACE, String(place))}
      onDragOver={(event) => {
        if (!isOurs(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={css.frame}>
        {item.stored ? (
          <Picture image={item.stored} alt="" sizes="10rem" isCut isHydrated />
        ) : (
          !item.refusal && <FilePreview file={item.file} />
        )}
      </div>
      <span className={css.name}>{name}</span>
      <span className={css.weight}>{describeItem(item)}</span>
      <span className={css.tools}>
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

/** Stays in place at either end, so that keyboard focus is not lost. */
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
