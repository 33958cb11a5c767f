import { POST } from '#domain/posts/messages.ts';
import type { Post } from '#domain/posts/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { hasArrived } from '#app/editing/has-arrived.ts';
import { isChanged } from './gallery-items.ts';
import { comparePosts } from './post-conflict.ts';
import { PostForm } from './post-form.tsx';
import type { FilledPost } from './read-post.ts';
import { useSendPost } from './use-send-post.ts';
import { postLabels } from '../labels.ts';

type Props = {
  post: Versioned<Post>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/** Edits a post. If somebody else has saved it, both versions are shown side by side. */
export function EditPostForm({ post, onReload }: Props) {
  const { sending, send } = useSendPost();
  const { draft, call, submit, conflictPanel } = useEditForm<Post, FilledPost, Post>({
    draftName: `post:${post.id}`,
    current: post,
    save: send,
    fetchFresh: () => api.getPost(post.id),
    isSaved: (theirs, { featured, gallery, alts, ...text }, { gallery_media: began }) =>
      !featured &&
      !isChanged(gallery, began) &&
      Object.keys(alts).length === 0 &&
      hasArrived(theirs, text),
    compare: (theirs, mine) => comparePosts(post, theirs, mine),
    fallback: POST.unknownError,
    done: POST.updated,
    next: () => paths.post({ id: post.id }),
    onReload,
  });
  return (
    <>
      {conflictPanel}
      <PostForm
        post={post}
        draft={draft}
        submitLabel={postLabels.save}
        cancelPath={paths.post({ id: post.id })}
        call={call}
        sending={sending}
        onSubmit={submit}
      />
    </>
  );
}
