import { useEffect, useState } from 'react';
import { POST } from '#domain/posts/messages.ts';
import { paths } from '#app/paths.ts';
import { loadedEditor, loadEditor } from '#app/editing/rich-text/load-editor.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { EditPostForm } from '#app/features/posts/form/edit-form.tsx';
import { usePost } from '#app/features/posts/use-posts.ts';
import { postLabels } from '#app/features/posts/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-post';

export const meta = () => [{ title: postLabels.editTitle }];

/** /dashboard/admin/post/{id}/edit */
export default function EditPost({ params: { id } }: Route.ComponentProps) {
  const { data: post, error, isPending, refetch } = usePost(id);
  const isWaiting = useEditorLoading() || isPending;
  if (isMissing(error))
    return (
      <NotFoundState
        title={POST.notFound}
        to={lastListUrl(paths.posts())}
        label={postLabels.back}
      />
    );
  return (
    <>
      <PageHeading title={postLabels.editTitle} lead={post?.title} />
      {isWaiting && !error && <Skeleton label="Loading the post" />}
      {error && !post && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {post && !isWaiting && (
        <EditPostForm key={post.etag} post={post} onReload={() => void refetch()} />
      )}
    </>
  );
}

/**
 * True while the editor is loading: the same text in a plain field has another height. The field
 * reports a failure.
 */
function useEditorLoading(): boolean {
  const [isLoading, setLoading] = useState(!loadedEditor());
  const stop = () => setLoading(false);
  useEffect(() => void loadEditor().then(stop, stop), []);
  return isLoading;
}
