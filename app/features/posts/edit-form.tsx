import { useNavigate } from 'react-router';
import { POST } from '#domain/posts/messages.ts';
import { CATEGORY_LABELS, describePublication } from '#domain/posts/rules.ts';
import type { Post } from '#domain/posts/schema.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { ChangedMeanwhile, onlyDifferent } from '#app/features/conflicts/changed-meanwhile.tsx';
import { useGuardedSave } from '#app/features/conflicts/use-guarded-save.ts';
import { useCall } from '#app/features/forms/use-call.ts';
import { summarise } from '#app/features/programs/summarise.ts';
import { useDraft } from '#app/session/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { galleryParts } from './gallery-items.ts';
import { PostForm } from './post-form.tsx';
import type { FilledPost } from './read-post.ts';
import { viewPostPath } from './use-posts.ts';
import { useSendPost } from './use-send-post.ts';
import { describePictures, words } from './words.ts';

type Props = { post: Versioned<Post>; /** Draws the form anew from what is saved now. */ onReload: () => void };

/** Edits a post. Saved by somebody else meanwhile: both versions stand side by side. */
export function EditPostForm({ post, onReload }: Props) {
  const navigate = useNavigate();
  const keeper = useDraft(`post:${post.id}`, useProfile().id);
  const { sending, send } = useSendPost();
  const call = useCall(POST.unknownError);
  const { conflict, attempt } = useGuardedSave<Post, FilledPost>({ current: post, save: send, fetchFresh: () => api.getPost(post.id) });

  const save = (filled: FilledPost) =>
    call.run(async () => {
      if (!(await attempt(filled))) return;
      keeper.clear();
      toast.success(POST.updated);
      await navigate(viewPostPath(post.id));
    });
  const takeTheirs = () => {
    keeper.clear();
    onReload();
  };
  return (
    <>
      {conflict && <ChangedMeanwhile key={conflict.fresh.etag} differences={comparePosts(conflict.fresh, conflict.mine)} isBusy={call.isBusy} onTakeTheirs={takeTheirs} />}
      <PostForm post={post} keeper={keeper} submitLabel={words.save} cancelPath={viewPostPath(post.id)} call={call} sending={sending} onSubmit={(filled) => void save(filled)} />
    </>
  );
}

const EXCERPT = 400;

const comparePosts = (theirs: Post, mine: FilledPost) =>
  onlyDifferent([
    { label: words.post, theirs: theirs.title, mine: mine.title },
    { label: words.category, theirs: CATEGORY_LABELS[theirs.category], mine: CATEGORY_LABELS[mine.category] },
    { label: words.body, theirs: summarise(theirs.body, EXCERPT), mine: summarise(mine.body, EXCERPT) },
    { label: words.gallery, theirs: describePictures(theirs.gallery_images.length), mine: describePictures(galleryParts(mine.gallery, theirs.gallery_images).length) },
    { label: words.status, theirs: describePublication(theirs.is_published), mine: describePublication(mine.is_published) },
  ]);
