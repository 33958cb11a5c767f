import type { ReactNode } from 'react';
import { formatDate } from '#domain/dates.ts';
import { isWebImage, readCategory } from '#domain/posts/rules.ts';
import type { Image } from '#domain/posts/schema.ts';
import { postsPage } from '#content/posts.ts';
import { Picture } from '#app/features/posts/picture.tsx';
import { ShownMarkup } from '#app/editing/shown-markup.tsx';
import { PublicPost } from '../public-post.tsx';
import { FilePreview } from './file-preview.tsx';
import type { GalleryItem } from './gallery-items.ts';
import css from './post-form.module.css';
import type { ChosenImages } from './read-post.ts';
import { postLabels } from '../labels.ts';
import { joinFacts } from '#app/ui/join-facts.ts';

/** The longer side of the featured image in pixels: the maximum width of the preview. */
const WIDE = 1280;

type Props = {
  /** The fields as they are now. */
  data: FormData;
  images: ChosenImages;
  /** The stored featured image. */ stored?: Image | undefined;
  createdAt: Date;
};

/** The form's content, without refused pictures, as the public page will show it. */
export function PostPreview({ data, images: { featured, gallery }, stored, createdAt }: Props) {
  const textOf = (name: string) => String(data.get(name) ?? '').trim();
  const category = readCategory(textOf('category'));
  return (
    <div className={css.preview}>
      <PublicPost
        heading="h2"
        line={joinFacts(category && postsPage.titles[category], formatDate(createdAt))}
        title={textOf('title') || postLabels.untitled}
        featured={drawFeatured(featured && !featured.refusal ? featured.file : null, stored)}
        gallery={gallery.filter(isShown).map((item) => ({ key: item.id, picture: drawTile(item) }))}
      >
        <ShownMarkup html={textOf('body')} isPicture={isWebImage} />
      </PublicPost>
    </div>
  );
}

const isShown = (item: GalleryItem): boolean => (item.stored ? !item.isRemoved : !item.refusal);

function drawFeatured(file: File | null, stored: Image | undefined): ReactNode {
  if (file) return <FilePreview file={file} side={WIDE} />;
  return stored && <Picture image={stored} alt="" sizes="(min-width: 64rem) 60vw, 90vw" isFirst />;
}

const drawTile = (item: GalleryItem): ReactNode => (
  <span>
    {item.stored ? (
      <Picture image={item.stored} alt="" sizes="(min-width: 64rem) 20vw, 45vw" isCut isHydrated />
    ) : (
      <FilePreview file={item.file} />
    )}
  </span>
);
