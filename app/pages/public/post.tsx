import { data, redirect } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { formatDate } from '#domain/dates.ts';
import { POST } from '#domain/posts/messages.ts';
import { describeOpen } from '#domain/programs/rules.ts';
import { readCategory } from '#domain/posts/rules.ts';
import { postsPage } from '#content/posts.ts';
import { paths } from '#app/paths.ts';
import { describePage, originOf } from '#app/seo/describe-page.ts';
import { article } from '#app/seo/schemas.ts';
import { OtherPosts } from '#app/features/posts/other-posts.tsx';
import { firstSentences } from '#app/ui/first-sentences.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { clientFor } from '#app/render-context.ts';
import { PlainPage } from '#app/shell/error-page.tsx';
import { Picture } from '#app/features/posts/picture.tsx';
import { PublicPost } from '#app/features/posts/public-post.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import type { Route } from './+types/post';
import css from './post.module.css';
import { DOT } from '#app/ui/join-facts.ts';

const NOTHING = { post: null, others: [], open: '' };

/** A list that contains this post: one category, or all. */
const isList = (category: string): boolean =>
  readCategory(category) !== undefined || category.toLowerCase() === 'all';

export const handle: PageHandle = {
  names: { category: (value) => (isList(value) ? value : undefined) },
  subject: {
    kind: 'post',
    param: 'slug',
    absentAt: paths.publicPost({ category: 'all', slug: '-' }),
  },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const post = loaderData?.post;
  if (!post) return [{ title: loaderData?.sentence ?? POST.notFoundPublic }];
  const path = paths.publicPost(post);
  return describePage(
    { path, title: post.title, description: firstSentences(post.body) || post.title },
    matches,
    { isArticle: true, schemas: [article(post, path, originOf(matches))] },
  );
};

/**
 * The published post with this slug. Another case or the wrong category redirects to its canonical
 * address.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  if (!isList(params.category))
    return data({ ...NOTHING, sentence: POST.invalidCategory }, { status: 404 });
  const client = clientFor(context, request);
  const { items } = await client.listPosts({
    slug: params.slug.slice(0, 240),
    is_published: true,
    limit: 1,
  });
  const found = items[0];
  if (!found) return data({ ...NOTHING, sentence: POST.notFoundPublic }, { status: 404 });
  if (params.category !== found.category || params.slug !== found.slug)
    throw redirect(paths.publicPost(found), 301);
  const [post, newest, open] = await Promise.all([
    client.getPost(found.id),
    client.listPosts({ is_published: true, limit: PAGING.otherPosts + 1 }),
    client.listPrograms({ open: true, sort: 'deadline_date', limit: 1 }),
  ]);
  return {
    post,
    others: newest.items.filter(({ id }) => id !== post.id).slice(0, PAGING.otherPosts),
    open: describeOpen(
      open.total,
      open.items[0] && new Date(open.items[0].deadline_date),
      new Date(),
    ),
    sentence: null,
  };
}

/** Where a reader goes on to: what can be applied for. */
const ApplyNext = ({ open }: { open: string }) => (
  <aside className={`${css.next} row`}>
    <p>{open}</p>
    <LinkButton href={postsPage.apply.to}>{postsPage.apply.label}</LinkButton>
  </aside>
);

export default function PostDetail({
  loaderData: { post, others, open, sentence },
}: Route.ComponentProps) {
  if (!post)
    return (
      <PlainPage
        title={sentence ?? POST.notFoundPublic}
        action={{ to: paths.content, label: postsPage.backToContent }}
      />
    );
  return (
    <div className={css.page}>
      <PublicPost
        line={
          <>
            <a href={paths.publicPosts(post)}>{postsPage.titles[post.category]}</a>
            {DOT}
            <time dateTime={post.created_at}>{formatDate(post.created_at)}</time>
          </>
        }
        title={post.title}
        featured={
          <Picture
            image={post.featured_media}
            alt={post.alt_texts[post.featured_media.key] ?? ''}
            sizes="(min-width: 64rem) 60vw, 50vw"
            isFirst
          />
        }
        gallery={post.gallery_media.map((image, place) => ({
          key: image.key,
          picture: (
            <a
              href={image.url}
              aria-label={`${post.alt_texts[image.key] ?? post.title}, image ${place + 1}`}
            >
              <Picture
                image={image}
                alt={post.alt_texts[image.key] ?? ''}
                sizes="(min-width: 64rem) 20vw, 40vw"
                isCut
              />
            </a>
          ),
        }))}
      >
        <RichText html={post.body} />
        <ApplyNext open={open} />
      </PublicPost>
      <OtherPosts posts={others} />
    </div>
  );
}
