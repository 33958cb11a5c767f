import { PAGING } from '#domain/constants.ts';
import { POST } from '#domain/posts/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { PostsTable } from '#app/features/posts/posts-table.tsx';
import { fetchPosts } from '#app/features/posts/use-posts.ts';
import {
  CATEGORY_OPTIONS,
  describeTotal,
  SORTS,
  STATUSES,
  postLabels,
} from '#app/features/posts/labels.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: postLabels.title }];

const FILTERS = {
  placeholder: postLabels.searchHint,
  choices: [
    { name: 'category', label: postLabels.category, options: CATEGORY_OPTIONS },
    { name: 'is_published', label: postLabels.status, options: STATUSES },
  ],
  sorts: SORTS,
};

/** /dashboard/admin/manage-post: eight a page, drafts too. */
export default function Posts() {
  const create = <LinkButton to={paths.createPost}>{postLabels.create}</LinkButton>;
  return (
    <ListScreen
      title={postLabels.title}
      actions={create}
      noun={queryKeys.posts}
      label="posts"
      fetchPage={fetchPosts}
      pageSize={PAGING.adminPosts}
      filters={FILTERS}
      describeTotal={describeTotal}
      noMatch={POST.none}
      none={POST.noPublished}
    >
      {(rows, { isStale }) => <PostsTable rows={rows} isStale={isStale} />}
    </ListScreen>
  );
}
