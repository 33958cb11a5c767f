import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { housePattern } from '#app/brand/sector-patterns.ts';
import '#app/features/regions/zone-highlight.css';
import { useProfile } from '#app/session/use-session.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import css from './admin-home.module.css';
import { CountCard } from './count-card.tsx';
import { OriginMap } from './origin-map.tsx';
import { useCount } from './use-counts.ts';
import { greet, adminHomeLabels } from './labels.ts';

/**
 * The admin's home: a card with a live count for each list, and the map of where proposals come
 * from.
 */
export default function AdminHome() {
  const { first_name: firstName } = useProfile();
  const submissions = useCount(queryKeys.proposals, api.listAllProposals, { is_approved: false });
  const programs = useCount(queryKeys.programs, api.listPrograms, { open: true });
  const posts = useCount(queryKeys.posts, api.listPosts, { is_published: true });
  const faqs = useCount(queryKeys.faqs, api.listFaqs);
  const testimonials = useCount(queryKeys.testimonials, api.listTestimonials, {
    is_approved: false,
  });
  const enquiries = useCount(queryKeys.enquiries, api.listEnquiries);
  const users = useCount(queryKeys.users, api.listUsers, { role: 'ADMIN' });
  return (
    <>
      <PageHeading title={adminHomeLabels.title} lead={greet(firstName)} />
      <PatternBand pattern={housePattern} breadth={16} thread={1} className={css.band} />
      <ul className={css.cards}>
        <CountCard
          label={adminHomeLabels.submissions}
          to={paths.submissions()}
          counts={submissions}
          matching={{
            label: adminHomeLabels.unapproved,
            to: paths.submissions({ is_approved: 'false' }),
          }}
        />
        <CountCard
          label={adminHomeLabels.programs}
          to={paths.programs}
          counts={programs}
          matching={{ label: adminHomeLabels.open }}
        />
        <CountCard
          label={adminHomeLabels.posts}
          to={paths.posts()}
          counts={posts}
          matching={{ label: adminHomeLabels.published, to: paths.posts({ is_published: 'true' }) }}
        />
        <CountCard label={adminHomeLabels.faqs} to={paths.faqs} counts={faqs} />
        <CountCard
          label={adminHomeLabels.testimonials}
          to={paths.testimonials()}
          counts={testimonials}
          matching={{
            label: adminHomeLabels.unpublished,
            to: paths.testimonials({ is_approved: 'false' }),
          }}
        />
        <CountCard label={adminHomeLabels.enquiries} to={paths.enquiries} counts={enquiries} />
        <CountCard
          label={adminHomeLabels.users}
          to={paths.users()}
          counts={users}
          matching={{
            label: users.data?.matching === 1 ? adminHomeLabels.admin : adminHomeLabels.admins,
            to: paths.users({ role: 'ADMIN' }),
          }}
        />
      </ul>
      <OriginMap />
    </>
  );
}
