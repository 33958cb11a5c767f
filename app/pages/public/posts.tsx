import { data } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { pageToSkip } from '#domain/pages.ts';
import { POST } from '#domain/posts/messages.ts';
import { readCategory, type PostCategory } from '#domain/posts/rules.ts';
import type { PageText } from '#content/page-text.ts';
import { pages } from '#content/pages.ts';
import { postsPage } from '#content/posts.ts';
import { paths } from '#app/paths.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { CategoryNav } from '#app/features/posts/category-nav.tsx';
import { PostCard } from '#app/features/posts/post-card.tsx';
import type { PageHandle } from '#app/page-handle.ts';
import { clientFor } from '#app/render-context.ts';
import shared from '#app/shell/public/public-page.module.css';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Pagination } from '#app/lists/pagination.tsx';
import type { Route } from './+types/posts';
import css from './posts.module.css';

const PAGE_TEXTS: Record<PostCategory, PageText> = {
  NEWS: pages.news,
  PRESS_RELEASE: pages.press,
  BLOG: pages.blog,
};
const SIZE = PAGING.publicPosts;

const ALL = 'all';
const isAll = (category: string): boolean => category.toLowerCase() === ALL;

/** Anything but a page number above 1 is the first page. */
export const handle: PageHandle = {
  names: { category: (value) => readCategory(value) ?? (isAll(value) ? ALL : undefined) },
  query: {
    page: (value) => {
      const { page } = pageToSkip(value, SIZE);
      return page === 1 ? undefined : String(page);
    },
  },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData || loaderData.isInvalid) return [{ title: POST.invalidCategoryTitle }];
  const { text, page } = loaderData;
  return describePage(
    page === 1
      ? text
      : { ...text, path: `${text.path}?page=${page}`, title: `${text.title}, page ${page}` },
    matches,
  );
};

/**
 * One list at two addresses: /post/… and /content/…, with the category in any case. A page past the
 * end shows the last one.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const category = readCategory(params.category);
  if (!category && !isAll(params.category))
    return data({ isInvalid: true } as const, { status: 404 });
  const client = clientFor(context, request);
  const read = (skip: number) =>
    client.listPosts({ category, is_published: true, skip, limit: SIZE });
  const asked = pageToSkip(new URL(request.url).searchParams.get('page'), SIZE);
  const first = await read(asked.skip);
  const pageCount = Math.max(1, Math.ceil(first.total / SIZE));
  const page = Math.min(asked.page, pageCount);
  const { items } = page === asked.page ? first : await read((page - 1) * SIZE);
  return {
    isInvalid: false,
    category,
    text: category ? PAGE_TEXTS[category] : pages.posts,
    page,
    pageCount,
    posts: items,
  } as const;
}

export default function Posts({ loaderData }: Route.ComponentProps) {
  if (loaderData.isInvalid) return <InvalidCategory />;
  const { category, text, page, pageCount, posts } = loaderData;
  return (
    <div className={shared.page}>
      <h1>{text.title}</h1>
      <CategoryNav current={category} />
      {posts.length === 0 ? (
        <EmptyState
          message={POST.none}
          action={
            category && <LinkButton href={pages.posts.path}>{postsPage.backToAll}</LinkButton>
          }
        />
      ) : (
        <ul className={`${shared.cols} ${css.list}`}>
          {posts.map((post, place) => (
            <PostCard key={post.id} post={post} isFirst={place === 0} />
          ))}
        </ul>
      )}
      <Pagination page={page} pageCount={pageCount} label={postsPage.pages} />
      <p className={`${css.feed} links note no-print`}>
        <a href={paths.feed}>{postsPage.feed}</a>
      </p>
    </div>
  );
}

function InvalidCategory() {
  return (
    <div className={shared.page}>
      <h1>{POST.invalidCategoryTitle}</h1>
      <p className={shared.lead}>
        {POST.invalidCategory} {postsPage.categories}
      </p>
      <CategoryNav current={null} />
    </div>
  );
}
