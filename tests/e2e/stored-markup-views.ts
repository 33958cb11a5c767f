import { picture } from '../image-samples.ts';
import { inDays, newName, type Backstage, type SignedIn } from './backstage.ts';
import { MARKUP } from './stored-markup.ts';

const ALL = MARKUP.join('\n');
/** Short enough for names and titles. */
const SHORT = MARKUP.filter((markup) => markup.length <= 60);

/** A screen that shows stored markup; `text`: what it contains when it is complete. */
export type View = { path: string; person?: SignedIn; text?: string };
type Item = { id: string };

/** Fills every text field, as whoever may write there; answers where all of it is shown. */
export async function storeMarkup(backstage: Backstage): Promise<View[]> {
  const admin = await backstage.createAdmin();
  const applicant = await backstage.createApplicant();
  const { token } = admin;
  const program = await backstage.call<{ id: string; title: string }>('POST', '/programs/', {
    token,
    json: {
      title: `${newName('Program')} ${SHORT[0]}`,
      description: ALL,
      sector: 'Mining',
      deadline_date: inDays(30),
    },
  });
  const small = await picture();
  const post = await backstage.call<{ id: string; slug: string }>('POST', '/cms/', {
    token,
    data: formOf({
      featured_image: small,
      gallery_images: small,
      title: `${newName('Post')} ${SHORT[1]}`,
      body: ALL,
      category: 'NEWS',
      is_published: 'true',
    }),
  });
  for (const [index, markup] of SHORT.slice(0, 6).entries())
    await backstage.call('POST', '/faqs/', {
      token,
      json: { question: `${newName('Why')} ${markup}`, answer: MARKUP.slice(index * 6).join(' ') },
    });
  await backstage.call('PATCH', '/auth/me', {
    token: applicant.token,
    json: { first_name: SHORT[2], last_name: SHORT[3], city: SHORT[4] },
  });
  const proposal = await backstage.submitProposal(applicant, program, { title: SHORT[5]! });
  await backstage.call('PATCH', `/proposals/${proposal.id}`, {
    token: applicant.token,
    data: formOf({ business_description: ALL, business_location: SHORT[6]! }),
  });
  await backstage.call('POST', `/proposals/${proposal.id}/notes`, { token, json: { text: ALL } });
  await backstage.review(proposal, { decision: 'declined', decline_reason: ALL.slice(0, 1900) });
  await backstage.call('POST', '/contact_forms/', {
    json: {
      first_name: SHORT[0],
      last_name: SHORT[3],
      email: 'esi@example.com',
      message: ALL,
    },
  });
  return viewsOf({ admin, applicant, program, post, proposal });
}

function formOf(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

type StoredItems = {
  admin: SignedIn;
  applicant: SignedIn;
  program: Item;
  post: Item & { slug: string };
  proposal: Item;
};

/** As a visitor, as the applicant, and as an admin, the reading room among it. */
function viewsOf({ admin, applicant, program, post, proposal }: StoredItems): View[] {
  return [
    ...[
      '/',
      '/sector/mining',
      `/national-pitch-trek/programs/${program.id}`,
      '/post/all',
      `/post/NEWS/${post.slug}`,
    ].map((path) => ({ path })),
    {
      path: `/dashboard/applicant/view-proposal/${proposal.id}`,
      person: applicant,
      text: 'press',
    },
    ...[
      `/dashboard/admin/view-proposal/${proposal.id}`,
      '/dashboard/admin/submissions',
      '/dashboard/admin/enquiries',
      '/dashboard/admin/users',
      '/dashboard/admin/manage-faqs',
      `/dashboard/admin/post/${post.id}/view`,
      '/dashboard/admin/audit',
    ].map((path) => ({ path, person: admin, text: 'ran=1' })),
  ];
}
