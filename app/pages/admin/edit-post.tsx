import { POST } from '#domain/posts/messages.ts';
import { paths } from '#app/paths.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { isMissing, MissingThing } from '#app/shell/missing-thing.tsx';
import { EditPostForm } from '#app/features/posts/form/edit-form.tsx';
import { usePost } from '#app/features/posts/use-posts.ts';
import { words } from '#app/features/posts/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-post';

export const meta = () => [{ title: words.editTitle }];

/** /dashboard/admin/post/{id}/edit */
export default function EditPost({ params: { id } }: Route.ComponentProps) {
  const { data: post, error, isPending, refetch } = usePost(id);
  if (isMissing(error))
    return (
      <MissingThing title={POST.notFound} to={keptAddress(paths.posts())} label={words.back} />
    );
  return (
    <>
      <PageHeading title={words.editTitle} lead={post?.title} />
      {isPending && <Skeleton label="Loading the post" />}
      {error && !post && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {post && <EditPostForm key={post.etag} post={post} onReload={() => void refetch()} />}
    </>
  );
}
