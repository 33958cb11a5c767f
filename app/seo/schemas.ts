import type { Faq } from '#domain/faqs/schema.ts';
import type { Post } from '#domain/posts/schema.ts';
import { paths } from '#app/paths.ts';
import { site } from '#content/site.ts';
import { firstSentences } from '#app/ui/first-sentences.ts';
import type { Schema } from './describe-page.ts';

const SUMMARY = 200;

/** The organisation, as search engines display it. */
export const organisation = (origin: string): Schema => ({
  '@type': 'Organization',
  name: site.name,
  url: `${origin}/`,
  logo: `${origin}/apple-touch-icon.png`,
  description: site.description,
  email: site.email,
  telephone: site.phoneLink,
  address: {
    '@type': 'PostalAddress',
    streetAddress: site.address[0],
    addressLocality: site.address[1],
    addressRegion: 'Greater Accra',
    addressCountry: 'GH',
  },
});

export const questions = (faqs: readonly Faq[]): Schema => ({
  '@type': 'FAQPage',
  mainEntity: faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

export const article = (post: Post, path: string, origin: string): Schema => ({
  '@type': post.category === 'BLOG' ? 'BlogPosting' : 'NewsArticle',
  headline: post.title,
  description: firstSentences(post.body, SUMMARY),
  datePublished: post.published_at ?? post.created_at,
  dateModified: post.updated_at,
  mainEntityOfPage: origin + path,
  image: origin + paths.preview(path),
  author: { '@type': 'Organization', name: site.name, url: `${origin}/` },
  publisher: { '@type': 'Organization', name: site.name },
});
