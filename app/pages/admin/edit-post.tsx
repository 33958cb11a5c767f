import { useEffect, useState } from 'react';
import { paths } from '#app/paths.ts';
import { loadedEditor, loadEditor } from '#app/editing/rich-text/load-editor.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { EditPostForm } from '#app/features/posts/form/edit-form.tsx';
import { usePost } from '#app/features/posts/use-posts.ts';
import { postLabels } from '#app/features/posts/labels.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-post';

export const meta = () => [{ title: postLabels.editTitle }];

/** /dashboard/admin/post/{id}/edit */
export default function EditPost({ params: { id } }: Route.ComponentProps) {
  const item = usePost(id);
  const isWaiting = useEditorLoading();
  return (
    <ItemScreen
      item={item}
      list={{ to: lastListUrl(paths.posts()), label: postLabels.back }}
      title={postLabels.editTitle}
      lead={item.data?.title}
      loading={LOADING}
      isForm
    >
      {(post, reload) =>
        isWaiting ? (
          <Skeleton label={LOADING} isForm />
        ) : (
          <EditPostForm key={post.etag} post={post} onReload={reload} />
        )
      }
    </ItemScreen>
  );
}

const LOADING = 'Loading the post';

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
