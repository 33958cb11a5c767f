import { api } from '#app/api/browser.ts';
import {
  ENQUIRIES,
  ENQUIRIES_PATH,
  FAQS,
  FAQS_PATH,
  POSTS,
  POSTS_PATH,
  PROGRAMS,
  PROGRAMS_PATH,
  PROPOSALS,
  TESTIMONIALS,
  TESTIMONIALS_PATH,
  USERS,
  USERS_PATH,
} from '#app/lists/places.ts';
import { houseWeave } from '#app/brand/weaves.ts';
import { submissionsPath } from '#app/features/submissions/filters.ts';
import '#app/features/regions/zone-highlight.css';
import { useProfile } from '#app/session/use-session.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Strip } from '#app/brand/strip.tsx';
import css from './admin-home.module.css';
import { CountCard } from './count-card.tsx';
import { OriginMap } from './origin-map.tsx';
import { useCount } from './use-counts.ts';
import { greet, words } from './words.ts';

/**
 * The admin's home: a card with a live count for each list, and the map of where proposals come
 * from.
 */
export default function AdminHome() {
  const { first_name: firstName } = useProfile();
  const submissions = useCount(PROPOSALS, api.listAllProposals, { is_approved: false });
  const programs = useCount(PROGRAMS, api.listPrograms, { open: true });
  const posts = useCount(POSTS, api.listPosts, { is_published: true });
  const faqs = useCount(FAQS, api.listFaqs);
  const testimonials = useCount(TESTIMONIALS, api.listTestimonials, { is_approved: false });
  const enquiries = useCount(ENQUIRIES, api.listEnquiries);
  const users = useCount(USERS, api.listUsers, { role: 'ADMIN' });
  return (
    <>
      <PageHeading title={words.title} lead={greet(firstName)} />
      <Strip weave={houseWeave} breadth={16} thread={1} className={css.strip} />
      <ul className={css.cards}>
        <CountCard
          label={words.submissions}
          to={submissionsPath()}
          counts={submissions}
          matching={{ label: words.unapproved, to: submissionsPath({ is_approved: 'false' }) }}
        />
        <CountCard
          label={words.programs}
          to={PROGRAMS_PATH}
          counts={programs}
          matching={{ label: words.open }}
        />
        <CountCard
          label={words.posts}
          to={POSTS_PATH}
          counts={posts}
          matching={{ label: words.published, to: `${POSTS_PATH}?is_published=true` }}
        />
        <CountCard label={words.faqs} to={FAQS_PATH} counts={faqs} />
        <CountCard
          label={words.testimonials}
          to={TESTIMONIALS_PATH}
          counts={testimonials}
          matching={{ label: words.unpublished, to: `${TESTIMONIALS_PATH}?is_approved=false` }}
        />
        <CountCard label={words.enquiries} to={ENQUIRIES_PATH} counts={enquiries} />
        <CountCard
          label={words.users}
          to={USERS_PATH}
          counts={users}
          matching={{
            label: users.data?.matching === 1 ? words.admin : words.admins,
            to: `${USERS_PATH}?role=ADMIN`,
          }}
        />
      </ul>
      <OriginMap />
    </>
  );
}
