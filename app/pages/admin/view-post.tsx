import { useNavigate } from 'react-router';
import { POST } from '#domain/posts/messages.ts';
import { paths } from '#app/paths.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { isMissing, MissingThing } from '#app/shell/missing-thing.tsx';
import { words as listWords } from '#app/lists/words.ts';
import { DeletePost } from '#app/features/posts/delete-post.tsx';
import { ShownPost } from '#app/features/posts/shown-post.tsx';
import { usePost } from '#app/features/posts/use-posts.ts';
import { words } from '#app/features/posts/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/view-post';

export const meta = () => [{ title: words.viewTitle }];

/** /dashboard/admin/post/{id}/view */
export default function ViewPost({ params: { id } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { data: post, error, isPending, refetch } = usePost(id);
  const list = keptAddress(paths.posts());
  if (isMissing(error)) return <MissingThing title={POST.notFound} to={list} label={words.back} />;
  const actions = (
    <>
      {post && <LinkButton to={paths.editPost({ id })}>{listWords.edit}</LinkButton>}
      {post && <DeletePost post={post} variant="secondary" onDeleted={() => void navigate(list)} />}
      <LinkButton to={list} variant="secondary">
        {words.back}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeading title={post?.title ?? words.viewTitle} actions={actions} />
      {isPending && <Skeleton label="Loading the post" />}
      {error && !post && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {post && <ShownPost post={post} />}
    </>
  );
}
