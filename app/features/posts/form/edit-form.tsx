import { useNavigate } from 'react-router';
import { POST } from '#domain/posts/messages.ts';
import type { Post } from '#domain/posts/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { EditConflict } from '#app/editing/edit-conflict.tsx';
import { useOptimisticLock } from '#app/editing/use-optimistic-lock.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { comparePosts } from './post-conflict.ts';
import { PostForm } from './post-form.tsx';
import type { FilledPost } from './read-post.ts';
import { useSendPost } from './use-send-post.ts';
import { postLabels } from '../labels.ts';

type Props = {
  post: Versioned<Post>;
  /** Draws the form anew from what is saved now. */ onReload: () => void;
};

/** Edits a post. Saved by somebody else meanwhile: both versions stand side by side. */
export function EditPostForm({ post, onReload }: Props) {
  const navigate = useNavigate();
  const draft = useDraft(`post:${post.id}`, useProfile().id);
  const { sending, send } = useSendPost();
  const call = useFormSubmit(POST.unknownError);
  const { conflict, attempt } = useOptimisticLock<Post, FilledPost>({
    current: post,
    save: send,
    fetchFresh: () => api.getPost(post.id),
  });

  const save = (filled: FilledPost) =>
    call.run(async () => {
      if (!(await attempt(filled))) return;
      draft.clear();
      toast.success(POST.updated);
      await navigate(paths.post({ id: post.id }));
    });
  const takeTheirs = () => {
    draft.clear();
    onReload();
  };
  return (
    <>
      {conflict && (
        <EditConflict
          key={conflict.fresh.etag}
          differences={comparePosts(post, conflict.fresh, conflict.mine)}
          isBusy={call.isBusy}
          onTakeTheirs={takeTheirs}
        />
      )}
      <PostForm
        post={post}
        draft={draft}
        submitLabel={postLabels.save}
        cancelPath={paths.post({ id: post.id })}
        call={call}
        sending={sending}
        onSubmit={(filled) => void save(filled)}
      />
    </>
  );
}
