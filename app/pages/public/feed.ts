import { PUBLIC_LISTS } from '#domain/constants.ts';
import type { Post } from '#domain/posts/schema.ts';
import { pages } from '#content/pages.ts';
import { postsPage } from '#content/posts.ts';
import { site } from '#content/site.ts';
import { paths } from '#app/paths.ts';
import { escapeXml, publicFile } from '#app/seo/xml.ts';
import { clientFor } from '#app/render-context.ts';
import type { Route } from './+types/feed';

/** The newest posts as an Atom feed (RFC 4287). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const { items } = await clientFor(context, request).listPosts({
    is_published: true,
    limit: PUBLIC_LISTS.feedPosts,
  });
  const changed =
    items
      .map(({ updated_at }) => updated_at)
      .toSorted()
      .at(-1) ?? new Date().toISOString();
  const feed = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GH">',
    `<title>${escapeXml(site.name)}</title><subtitle>${escapeXml(pages.posts.description)}</subtitle>`,
    `<id>${escapeXml(origin)}/</id><updated>${changed}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin)}/feed.xml"/><link rel="alternate" type="text/html" href="${escapeXml(origin + pages.posts.path)}"/>`,
    `<author><name>${escapeXml(site.name)}</name></author>`,
    ...items.map((post) => describeEntry(post, origin)),
    '</feed>\n',
  ];
  return publicFile(feed.join('\n'), 'application/atom+xml');
}

/**
 * The id never changes, even if title and slug do. Addresses in the body are resolved as on the
 * post's page (xml:base).
 */
function describeEntry(post: Post, origin: string): string {
  const published = post.published_at ?? post.created_at;
  const address = escapeXml(origin + paths.publicPost(post));
  return `<entry xml:base="${address}"><id>urn:uuid:${post.id}</id><title>${escapeXml(post.title)}</title><link rel="alternate" type="text/html" href="${address}"/><published>${published}</published><updated>${post.updated_at}</updated><category term="${post.category}" label="${escapeXml(postsPage.titles[post.category])}"/><content type="html">${escapeXml(makeAbsolute(post.body, origin))}</content></entry>`;
}

/** For readers that ignore xml:base. Bodies are cleaned, so all attributes are in double quotes. */
const makeAbsolute = (html: string, origin: string): string =>
  html.replace(/(<[^<>]*\s(?:href|src)=")(?=\/(?!\/))/g, (start) => start + origin);
