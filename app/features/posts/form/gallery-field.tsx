import { use, useRef, useState, type DragEvent } from 'react';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import fileCss from '#app/uploads/file-field.module.css';
import { Field } from '#app/ui/field.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { randomKey } from '#app/api/random-key.ts';
import { checkImage } from './check-image.ts';
import { moveItem } from '#app/editing/order/move-item.ts';
import { ACCEPT, type GalleryItem } from './gallery-items.ts';
import { GalleryPicture } from './gallery-picture.tsx';
import css from './images.module.css';
import { useDragOrder } from '#app/editing/order/use-drag-order.ts';
import { describeMove, galleryHint, postLabels } from '../labels.ts';

type Change = (next: (items: GalleryItem[]) => GalleryItem[]) => void;
type Props = {
  items: readonly GalleryItem[];
  /** What stored pictures show, by key. */ altTexts: Readonly<Record<string, string>>;
  onChange: Change;
};

/**
 * The pictures of a post: existing ones can be removed and restored; new ones are previewed with
 * their sizes before they are uploaded.
 */
export function GalleryField({ items, altTexts, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const error = use(FormContext).errors['gallery_images'];
  // A message about the previous choice must not remain beside the new one.
  const [dismissed, setDismissed] = useState<string>();
  const [moved, setMoved] = useState('');
  const refusals = items.flatMap((item) => (!item.stored && item.refusal ? [item.refusal] : []));
  const change: Change = (next) => {
    setDismissed(error);
    onChange(next);
  };
  const add = async (files: readonly File[]) => {
    if (input.current) input.current.value = '';
    for (const file of files) {
      const checked = await checkImage(file, 'gallery image');
      change((now) => [...now, { id: randomKey(), ...checked }]);
    }
  };
  const move = (from: number, to: number) => {
    change((now) => moveItem(now, from, to));
    setMoved(describeMove(from, to));
  };
  const { drag, handlersOf } = useDragOrder(move);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) void add([...event.dataTransfer.files]);
  };
  const remove = (item: GalleryItem) => {
    if (item.stored)
      return change((now) =>
        now.map((other) => (other === item ? { ...item, isRemoved: !item.isRemoved } : other)),
      );
    change((now) => now.filter((other) => other !== item));
    input.current?.focus();
  };
  return (
    <Field
      label={postLabels.gallery}
      name="gallery_images"
      hint={galleryHint(readUploadLimit().text)}
      error={refusals[0] ?? (error !== undefined && error === dismissed ? '' : undefined)}
    >
      {(control) => (
        <>
          {items.length > 0 && (
            <ul className={css.items}>
              {items.map((item, place) => (
                <GalleryPicture
                  key={item.id}
                  item={item}
                  altText={altTexts[item.id]}
                  place={place}
                  count={items.length}
                  dragged={drag?.from === place ? drag : undefined}
                  isOver={drag?.to === place && drag.from !== place}
                  handlers={handlersOf(place)}
                  onMove={(to) => move(place, to)}
                  onRemove={() => remove(item)}
                />
              ))}
            </ul>
          )}
          <span className="visually-hidden" role="status">
            {moved}
          </span>
          <div
            className={`${fileCss.file} row`}
            onDragOver={(event) => event.preventDefault()}
            onDrop={drop}
          >
            <input
              ref={input}
              type="file"
              multiple
              accept={ACCEPT}
              {...control}
              className={fileCss.input}
              aria-required
              onChange={({ target }) => void add([...(target.files ?? [])])}
            />
            <span className={fileCss.choose} aria-hidden="true">
              {postLabels.addImages}
            </span>
          </div>
        </>
      )}
    </Field>
  );
}
