import { use, useRef, useState, type DragEvent } from 'react';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import fileCss from '#app/ui/file-field.module.css';
import { FilePreview } from './file-preview.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { Picture } from '#app/features/posts/picture.tsx';
import { checkImage } from './check-image.ts';
import { ACCEPT, type GalleryItem } from './gallery-items.ts';
import css from './images.module.css';
import { galleryHint, imageName, postLabels } from '../labels.ts';

type Change = (next: (items: GalleryItem[]) => GalleryItem[]) => void;
type Props = { items: readonly GalleryItem[]; onChange: Change };

/**
 * The pictures of a post: those that it has can be removed and kept again, new ones are seen and
 * weighed before they are sent.
 */
export function GalleryField({ items, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const said = use(FormContext).errors['gallery_images'];
  // What was said of the former choice must not stand beside the new one.
  const [dismissed, setDismissed] = useState<string>();
  const refusals = items.flatMap((item) => (!item.stored && item.refusal ? [item.refusal] : []));
  const change: Change = (next) => {
    setDismissed(said);
    onChange(next);
  };
  const add = async (files: readonly File[]) => {
    if (input.current) input.current.value = '';
    for (const file of files) {
      const checked = await checkImage(file, 'gallery image');
      change((now) => [...now, { id: crypto.randomUUID(), ...checked }]);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void add([...event.dataTransfer.files]);
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
      isWide
      error={refusals[0] ?? (said !== undefined && said === dismissed ? '' : undefined)}
    >
      {(control) => (
        <>
          {items.length > 0 && (
            <ul className={css.items}>
              {items.map((item, place) => (
                <Item key={item.id} item={item} place={place + 1} onRemove={() => remove(item)} />
              ))}
            </ul>
          )}
          <div
            className={fileCss.file}
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

function Item({
  item,
  place,
  onRemove,
}: {
  item: GalleryItem;
  place: number;
  onRemove: () => void;
}) {
  const isRemoved = item.stored !== undefined && item.isRemoved;
  const name = item.stored ? imageName(place) : item.file.name;
  const label = isRemoved ? postLabels.keep : postLabels.remove;
  return (
    <li className={classNames(css.item, isRemoved && css.removed)}>
      <div className={css.frame}>
        {item.stored ? (
          <Picture image={item.stored} alt="" sizes="10rem" isCut isHydrated />
        ) : (
          !item.refusal && <FilePreview file={item.file} />
        )}
      </div>
      <span className={css.name}>{name}</span>
      <span className={css.weight}>{describeItem(item)}</span>
      <Button variant="quiet" isSmall aria-label={`${label}: ${name}`} onClick={onRemove}>
        {label}
      </Button>
    </li>
  );
}

function describeItem(item: GalleryItem): string {
  if (!item.stored) return formatBytes(item.file.size);
  return item.isRemoved ? postLabels.removed : postLabels.stored;
}
