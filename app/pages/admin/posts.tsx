import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { POST } from '#domain/posts/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
import { ClearFilters, ListFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { PostsTable } from '#app/features/posts/posts-table.tsx';
import { fetchPosts } from '#app/features/posts/use-posts.ts';
import {
  CATEGORY_OPTIONS,
  describeTotal,
  SORTS,
  STATUSES,
  postLabels,
} from '#app/features/posts/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: postLabels.title }];

const CHOICES = [
  { name: 'category', label: postLabels.category, options: CATEGORY_OPTIONS },
  { name: 'is_published', label: postLabels.status, options: STATUSES },
];

/** /dashboard/admin/manage-post: eight a page, drafts too. */
export default function Posts() {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q', 'category', 'is_published', 'sort']);
  const list = useList({
    noun: queryKeys.posts,
    query,
    pageSize: PAGING.adminPosts,
    fetchPage: fetchPosts,
  });
  const isFiltered = Boolean(query['q'] || query['category'] || query['is_published']);
  const create = <LinkButton to={paths.createPost}>{postLabels.create}</LinkButton>;
  return (
    <>
      <PageHeading title={postLabels.title} actions={create} />
      <ListFilters placeholder={postLabels.searchHint} choices={CHOICES} sorts={SORTS} />
      <ListView
        list={list}
        label="posts"
        describeTotal={describeTotal}
        empty={
          isFiltered ? (
            <EmptyState message={POST.none} action={<ClearFilters />} />
          ) : (
            <EmptyState message={POST.noPublished} />
          )
        }
        reset={<ClearFilters />}
      >
        {(rows) => <PostsTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
