import type { MetaDescriptor } from 'react-router';
import { paths } from '#app/paths.ts';
import type { PageText } from '#content/page-text.ts';
import { postsPage } from '#content/posts.ts';
import { site } from '#content/site.ts';

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];
/** Data for search engines, in the vocabulary of schema.org. */
export type Schema = Record<string, unknown>;
type Extras = {
  /** An article instead of a page. */ isArticle?: boolean;
  schemas?: readonly Schema[];
};

const LAYOUT = /^public|account-layout$/;

/** The public origin, from the layout's loader; empty on pages outside of it. */
export function originOf(matches: Matches): string {
  const layout = matches.find((match) => LAYOUT.test(match?.id ?? ''));
  return (layout?.loaderData as { origin?: string } | undefined)?.origin ?? '';
}

const titleOf = ({ path, title }: PageText): string =>
  path === '/' ? `${site.name}: ${title}` : `${title} · ${site.name}`;

/** Title, description, canonical link and preview of a public page. */
export function describePage(
  page: PageText,
  matches: Matches,
  { isArticle, schemas = [] }: Extras = {},
): MetaDescriptor[] {
  const origin = originOf(matches);
  const address = origin + page.path;
  const image = origin + paths.preview(page.path.split('?')[0]!);
  return [
    { title: titleOf(page) },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      title: postsPage.all,
      href: paths.feed,
    },
    { property: 'og:type', content: isArticle ? 'article' : 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: 'en_GH' },
    { property: 'og:title', content: page.path === '/' ? titleOf(page) : page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${page.title}: ${site.name}, beside a woven strip` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...schemas.map(
      (schema) =>
        ({ 'script:ld+json': { '@context': 'https://schema.org', ...schema } }) as MetaDescriptor,
    ),
  ];
}
