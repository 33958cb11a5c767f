import { useRef, useState } from 'react';
import type { Image } from '#domain/posts/schema.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { AltField, FEATURED_ALT } from './alt-field.tsx';
import { FileField } from '#app/uploads/file-field.tsx';
import { FilePreview } from './file-preview.tsx';
import { Picture } from '#app/features/posts/picture.tsx';
import { checkImage, type ImageFile } from './check-image.ts';
import { ACCEPT } from './gallery-items.ts';
import css from './images.module.css';
import { featuredHint, featuredReplace, postLabels } from '../labels.ts';

type Props = {
  /** The current picture; a new post has none and requires one. */ stored?: Image | undefined;
  /** What the current picture shows. */ altText?: string | undefined;
  onPick: (picked: ImageFile | null) => void;
};

/** The picture at the top of a post, previewed with its size before it is uploaded. */
export function FeaturedField({ stored, altText, onPick }: Props) {
  const [picked, setPicked] = useState<ImageFile | null>(null);
  const newest = useRef<File | null>(null);
  const limit = readUploadLimit();
  const show = (next: ImageFile | null) => {
    setPicked(next);
    onPick(next);
  };
  const pick = async (file: File | null) => {
    newest.current = file;
    show(file && { file, refusal: undefined });
    if (!file) return;
    const checked = await checkImage(file, 'featured image');
    if (newest.current === file) show(checked);
  };
  return (
    <div className={css.featured}>
      <FileField
        label={postLabels.featured}
        name="featured_image"
        hint={stored ? featuredReplace(limit.text) : featuredHint(limit.text)}
        isOptional={stored !== undefined}
        accept={ACCEPT}
        maxBytes={limit.bytes}
        chooseLabel={postLabels.chooseImage}
        removeLabel={postLabels.remove}
        error={picked ? (picked.refusal ?? '') : undefined}
        onPick={(file) => void pick(file)}
      />
      {picked && !picked.refusal && (
        <div className={css.frame}>
          <FilePreview file={picked.file} />
        </div>
      )}
      {!picked && stored && (
        <figure className={css.stored}>
          <div className={css.frame}>
            <Picture image={stored} alt="" sizes="15rem" isCut isHydrated />
          </div>
          <figcaption>{postLabels.current}</figcaption>
        </figure>
      )}
      {/* Of another picture, nothing is known yet. */}
      <AltField
        key={picked ? 'picked' : 'stored'}
        name={FEATURED_ALT}
        label={postLabels.altFeatured}
        defaultValue={picked ? undefined : altText}
      />
    </div>
  );
}
