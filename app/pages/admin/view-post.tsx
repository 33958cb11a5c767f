import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { DeletePost } from '#app/features/posts/delete-post.tsx';
import { ShownPost } from '#app/features/posts/shown-post.tsx';
import { usePost } from '#app/features/posts/use-posts.ts';
import { postLabels } from '#app/features/posts/labels.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Route } from './+types/view-post';

export const meta = () => [{ title: postLabels.viewTitle }];

/** /dashboard/admin/post/{id}/view */
export default function ViewPost({ params: { id } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const item = usePost(id);
  const list = { to: lastListUrl(paths.posts()), label: postLabels.back };
  // Appears together with its data, so that nothing moves when that is loaded.
  const actions = item.data && (
    <>
      <LinkButton to={paths.editPost({ id })}>{listLabels.edit}</LinkButton>
      <DeletePost post={item.data} variant="secondary" onDeleted={() => void navigate(list.to)} />
    </>
  );
  return (
    <ItemScreen
      item={item}
      list={list}
      title={item.data?.title ?? postLabels.viewTitle}
      actions={actions}
      loading="Loading the post"
    >
      {(post) => <ShownPost post={post} />}
    </ItemScreen>
  );
}
