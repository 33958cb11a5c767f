import { Link } from 'react-router';
import { CATEGORY_LABELS } from '#domain/posts/rules.ts';
import type { Post } from '#domain/posts/schema.ts';
import { paths } from '#app/paths.ts';
import { RowActions } from '#app/lists/row-actions.tsx';
import { createdColumn, RowTable } from '#app/lists/row-table.tsx';
import { listLabels } from '#app/lists/labels.ts';
import type { Column } from '#app/lists/data-table.tsx';
import { DeletePost } from './delete-post.tsx';
import { PublicationBadge } from './post-badges.tsx';
import { postLabels } from './labels.ts';

const columns: Column<Post>[] = [
  {
    key: 'title',
    label: postLabels.post,
    isTitle: true,
    isSortable: true,
    cell: (post) => <Link to={paths.post({ id: post.id })}>{post.title}</Link>,
  },
  {
    key: 'category',
    label: postLabels.category,
    width: '9rem',
    cell: (post) => CATEGORY_LABELS[post.category],
  },
  {
    key: 'is_published',
    label: postLabels.status,
    width: '10rem',
    cell: (post) => (
      <PublicationBadge isPublished={post.is_published} publishAt={post.publish_at} />
    ),
  },
  { ...createdColumn(postLabels.created), isWideOnly: true },
  {
    key: 'actions',
    label: listLabels.actions,
    width: '10rem',
    onCard: 'foot',
    cell: (post) => <Actions post={post} />,
  },
];

function Actions({ post }: { post: Post }) {
  return (
    <RowActions
      name={post.title}
      viewPath={paths.post({ id: post.id })}
      editPath={paths.editPost({ id: post.id })}
    >
      <DeletePost post={post} variant="quiet" isSmall />
    </RowActions>
  );
}

/** Each row links to its post. */
export function PostsTable({ rows, isStale }: { rows: readonly Post[]; isStale: boolean }) {
  return <RowTable caption={postLabels.caption} columns={columns} rows={rows} isStale={isStale} />;
}
