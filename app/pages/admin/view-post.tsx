import { useNavigate } from 'react-router';
import { POST } from '#domain/posts/messages.ts';
import { paths } from '#app/paths.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { DeletePost } from '#app/features/posts/delete-post.tsx';
import { ShownPost } from '#app/features/posts/shown-post.tsx';
import { usePost } from '#app/features/posts/use-posts.ts';
import { postLabels } from '#app/features/posts/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/view-post';

export const meta = () => [{ title: postLabels.viewTitle }];

/** /dashboard/admin/post/{id}/view */
export default function ViewPost({ params: { id } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { data: post, error, isPending, refetch } = usePost(id);
  const list = lastListUrl(paths.posts());
  if (isMissing(error))
    return <NotFoundState title={POST.notFound} to={list} label={postLabels.back} />;
  // Appears together with its data, so that nothing moves when that is loaded.
  const actions = post && (
    <>
      <LinkButton to={paths.editPost({ id })}>{listLabels.edit}</LinkButton>
      <DeletePost post={post} variant="secondary" onDeleted={() => void navigate(list)} />
    </>
  );
  return (
    <>
      <PageHeading
        title={post?.title ?? postLabels.viewTitle}
        back={{ to: list, label: postLabels.back }}
        actions={actions}
      />
      {isPending && <Skeleton label="Loading the post" />}
      {error && !post && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {post && <ShownPost post={post} />}
    </>
  );
}
