import { data } from 'react-router';
import { PAGING, PUBLIC_LISTS } from '#domain/constants.ts';
import { FAQ } from '#domain/faqs/rules.ts';
import { TESTIMONIAL } from '#domain/testimonials/rules.ts';
import { home } from '#content/home.ts';
import { pages } from '#content/pages.ts';
import { reasons, reasonsTitle } from '#content/reasons.ts';
import { describePage, originOf } from '#app/seo/describe-page.ts';
import { organisation, questions } from '#app/seo/schemas.ts';
import { FrameworkTeaser } from '#app/pages/public/home/framework-teaser.tsx';
import { FundFeature } from '#app/pages/public/home/fund-feature.tsx';
import { Hero } from '#app/pages/public/home/hero.tsx';
import { LatestPosts } from '#app/pages/public/home/latest-posts.tsx';
import { StoriesSection } from '#app/pages/public/home/stories-section.tsx';
import { TestimonialsSection } from '#app/pages/public/home/testimonials-section.tsx';
import { TrekFeature } from '#app/pages/public/home/trek-feature.tsx';
import { clientFor } from '#app/render-context.ts';
import shared from '#app/shell/public/public-page.module.css';
import { Accordion } from '#app/ui/public/accordion.tsx';
import type { Route } from './+types/home';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const faqs = loaderData?.faqs ?? [];
  return describePage(pages.home, matches, {
    schemas: [organisation(originOf(matches)), ...(faqs.length > 0 ? [questions(faqs)] : [])],
  });
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const client = clientFor(context, request);
  const [open, posts, faqs, testimonials] = await Promise.all([
    client.listPrograms({ open: true, sort: 'deadline_date', limit: PUBLIC_LISTS.homePrograms }),
    client.listPosts({ is_published: true, limit: PAGING.latestPosts }),
    client.listFaqs({ sort: 'created_at', limit: PUBLIC_LISTS.homeFaqs }),
    client
      .listTestimonials(
        { is_approved: true, limit: PUBLIC_LISTS.homeTestimonials },
        { fallback: TESTIMONIAL.fetchAllFailed },
      )
      .catch((error: Error) => ({ items: [], error: error.message })),
  ]);
  const error = 'error' in testimonials ? testimonials.error : undefined;
  // The page works without them; the status keeps it out of the cache.
  return data(
    {
      open: { ...open, now: new Date() },
      posts: posts.items,
      faqs: faqs.items,
      testimonials: testimonials.items,
      error,
    },
    { status: error ? 503 : 200 },
  );
}

/** The sections of spec §2.2, in order, and the stories after the trek. */
export default function Home({
  loaderData: { open, posts, faqs, testimonials, error },
}: Route.ComponentProps) {
  return (
    <>
      <Hero open={open} />
      <FrameworkTeaser />
      <FundFeature />
      <TrekFeature />
      <StoriesSection />
      <section className={shared.section}>
        <h2>{reasonsTitle}</h2>
        <Accordion
          name="reasons"
          isNumbered
          isWide
          items={reasons.map(({ title, text }) => ({ title, content: <p>{text}</p> }))}
        />
      </section>
      {posts.length > 0 && <LatestPosts posts={posts} />}
      <section className={`${shared.section} ${shared.columns}`}>
        <div>
          <h2>{home.faqs.title}</h2>
          <p>
            <a href={home.faqs.action.to} className="onward no-print">
              {home.faqs.action.label}
            </a>
          </p>
        </div>
        {faqs.length === 0 ? (
          <p className="soft">{FAQ.none}</p>
        ) : (
          <Accordion
            name="faqs"
            items={faqs.map(({ question, answer }) => ({
              title: question,
              content: <p className="as-typed">{answer}</p>,
            }))}
          />
        )}
      </section>
      <TestimonialsSection testimonials={testimonials} error={error} />
    </>
  );
}
