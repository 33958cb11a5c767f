import { useState, type ReactNode } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { Post } from '#domain/posts/schema.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import type { useUploadRequest } from './use-upload-request.ts';
import { FormBar } from '#app/editing/form/form-bar.tsx';
import { PreviewButton } from '#app/editing/form/preview-button.tsx';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { UploadPanel } from '#app/uploads/upload-panel.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { Form, MAIN_FORM } from '#app/ui/form.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { RichTextField } from '#app/editing/rich-text/rich-text-field.tsx';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { toLocalInput } from '#app/features/programs/form/deadline-field.tsx';
import { FEATURED_ALT, restoredAlts } from './alt-field.tsx';
import { FeaturedField } from './featured-field.tsx';
import { GalleryField } from './gallery-field.tsx';
import { storedItems } from './gallery-items.ts';
import css from './post-form.module.css';
import { readPost, weigh, type ChosenImages, type FilledPost } from './read-post.ts';
import { CATEGORY_OPTIONS, postLabels } from '../labels.ts';

type Props = {
  /** Missing for a new post, which requires pictures. */
  post?: Post;
  draft: FormDraft;
  submitLabel: string;
  cancelPath: string;
  call: Pick<ReturnType<typeof useFormSubmit>, 'problem' | 'refuse' | 'isBusy'>;
  /** Hidden fields that belong to the draft. */
  hidden?: ReactNode;
  sending: Pick<ReturnType<typeof useUploadRequest>, 'progress' | 'stop'>;
  onSubmit: (filled: FilledPost) => void;
};

/** The one form of a post: create and edit. Input is a draft until it is saved. */
export function PostForm({ draft, ...rest }: Props) {
  return (
    <>
      <RestoreDraft draft={draft} />
      <Fields key={draft.version} draft={draft} {...rest} />
    </>
  );
}

function Fields({ post, draft, submitLabel, cancelPath, call, sending, hidden, onSubmit }: Props) {
  const [images, setImages] = useState<ChosenImages>({
    featured: null,
    gallery: storedItems(post?.gallery_media ?? []),
  });
  const hasDraft = draft.version > 0;
  const start = startOf(post, draft);
  const isSending = sending.progress !== null;
  const bytes = weigh(images);
  const submit = async (data: FormData) => {
    if (isSending || call.isBusy) return;
    const { value, problem } = await readPost(data, images, post);
    if (value) onSubmit(value);
    else call.refuse(problem);
  };
  return (
    <Form
      id={MAIN_FORM}
      problem={call.problem}
      onSubmit={(data) => void submit(data)}
      onValues={draft.save}
    >
      {hidden}
      <div className={css.fields} inert={isSending}>
        <TextField
          label={postLabels.post}
          name="title"
          autoComplete="off"
          maxLength={LENGTHS.title}
          defaultValue={start.title}
        />
        <SelectField
          label={postLabels.category}
          name="category"
          options={CATEGORY_OPTIONS}
          placeholder={postLabels.chooseCategory}
          defaultValue={start.category}
        />
        <RichTextField
          label={postLabels.body}
          name="body"
          hint={postLabels.bodyHint}
          isOptional
          defaultValue={start.body}
        />
        {hasDraft && bytes === 0 && <p className="note">{postLabels.chooseAgain}</p>}
        <FeaturedField
          stored={post?.featured_media}
          altText={start.featuredAlt}
          onPick={(featured) => setImages((now) => ({ ...now, featured }))}
        />
        <GalleryField
          items={images.gallery}
          altTexts={start.alts}
          onChange={(next) => setImages((now) => ({ ...now, gallery: next([...now.gallery]) }))}
        />
        <Publication isPublished={start.isPublished} publishAt={start.publishAt} />
      </div>
      {sending.progress ? (
        <div className={css.sending}>
          <UploadPanel
            state={{ phase: 'sending', progress: sending.progress }}
            label={postLabels.sending}
            storing={postLabels.preparing}
            onStop={sending.stop}
          />
        </div>
      ) : (
        <Footer
          bytes={bytes}
          isBusy={call.isBusy}
          submitLabel={submitLabel}
          cancelPath={cancelPath}
          draw={(data) => drawPreview(data, images, post)}
        />
      )}
    </Form>
  );
}

/** What the fields begin with: the draft, where there is one, else the post. */
function startOf(post: Post | undefined, { version, values }: FormDraft) {
  const { title, category = '', body = '', alt_texts: alts, publish_at: at }: Start = post ?? EMPTY;
  const isPublished = version > 0 ? values['is_published'] === 'true' : post?.is_published;
  return {
    ...{ title, category, body, ...values },
    isPublished: isPublished ?? false,
    publishAt: values['publish_at'] ?? (at ? toLocalInput(at) : ''),
    featuredAlt: values[FEATURED_ALT] ?? (post && alts[post.featured_media.key]),
    alts: { ...alts, ...restoredAlts(values) },
  };
}

type Start = Partial<Pick<Post, 'title' | 'body' | 'publish_at'>> & {
  category?: string;
  alt_texts: Record<string, string>;
};
const EMPTY: Start = { alt_texts: {} };

type PublicationProps = { isPublished: boolean; publishAt: string };

/** At once, or for a draft the moment at which it goes live by itself. */
function Publication({ isPublished, publishAt }: PublicationProps) {
  const [isLive, setLive] = useState(isPublished);
  return (
    <>
      <CheckboxField
        label={postLabels.publish}
        name="is_published"
        hint={postLabels.publishHint}
        defaultChecked={isPublished}
        onChange={({ target }) => setLive(target.checked)}
      />
      {!isLive && (
        <TextField
          label={postLabels.publishAt}
          name="publish_at"
          type="datetime-local"
          hint={postLabels.publishAtHint}
          isOptional
          defaultValue={publishAt}
        />
      )}
    </>
  );
}

type FooterProps = Pick<Props, 'submitLabel' | 'cancelPath'> & {
  bytes: number;
  isBusy: boolean;
  draw: (data: FormData) => Promise<ReactNode>;
};

function Footer({ bytes, isBusy, submitLabel, cancelPath, draw }: FooterProps) {
  return (
    <>
      <p className={css.total} role="status">
        {bytes > 0 && (
          <>
            {postLabels.total}: <b>{formatBytes(bytes)}</b>
          </>
        )}
      </p>
      <FormBar>
        <Button type="submit" isBusy={isBusy}>
          {submitLabel}
        </Button>
        <PreviewButton draw={draw} />
        <LinkButton to={cancelPath} variant="secondary">
          {postLabels.cancel}
        </LinkButton>
      </FormBar>
    </>
  );
}

async function drawPreview(data: FormData, images: ChosenImages, post?: Post): Promise<ReactNode> {
  const { PostPreview } = await import('./post-preview.tsx');
  const createdAt = post ? new Date(post.created_at) : new Date();
  return (
    <PostPreview data={data} images={images} stored={post?.featured_media} createdAt={createdAt} />
  );
}
