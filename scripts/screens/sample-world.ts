/**
 * People and proposals in addition to the sample data, so that every list has rows and every screen
 * content.
 */
import { storyPages } from '#content/stories/story-pages.ts';
import { Backstage, type SignedIn } from '../../tests/e2e/backstage.ts';
import { releaseStage, sealStage, stageRound } from '../../tests/e2e/judging-stage.ts';
import { createJudge, openRound } from '../../tests/e2e/judging-world.ts';
import type { Mailbox } from '../../tests/e2e/mailbox.ts';
import { makePdf } from '../../tests/pdf-samples.ts';
import type { Fillings, Viewer } from './list-screens.ts';

type Row = { id: string; title: string; is_open: boolean; receipt_number?: string };
type Post = { slug: string; id: string; category: string };
export type World = { tokens: Record<Exclude<Viewer, 'visitor'>, string>; fillings: Fillings };

const PASSWORD = 'Akwaaba-2026!';
const PEOPLE = [
  ['Adwoa', 'Asante', 'Ashanti', 'Kumasi'],
  ['Issah', 'Alhassan', 'Northern', 'Tamale'],
  ['Dela', 'Agbeko', 'Volta', 'Ho'],
  ['Esi', 'Quansah', 'Central', 'Cape Coast'],
  ['Kwabena', 'Ofori', 'Eastern', 'Koforidua'],
  ['Memuna', 'Seidu', 'Upper West', 'Wa'],
] as const;
const BUSINESSES = [
  ['Sankofa Cocoa Works', 'Kumasi, Ashanti'],
  ['Savannah Cold Rooms', 'Tamale, Northern'],
  ['Lakeside Power', 'Kete Krachi, Oti'],
  ['Asaase Clay & Lime', 'Cape Coast, Central'],
  ['Kasa Voice Payments', 'Accra, Greater Accra'],
  ['Nsuo Water Kiosks', 'Koforidua, Eastern'],
  ['Zongo Film House', 'Wa, Upper West'],
] as const;
const QUESTIONS = [
  {
    kind: 'yes_no',
    label: 'Is your business registered in Ghana?',
    help: 'At the Office of the Registrar of Companies.',
    is_required: true,
    eligible: { values: [true], sentence: 'This program is for registered businesses.' },
  },
  {
    kind: 'number',
    label: 'For how many years?',
    min: 0,
    shown_if: { position: 0, equals: true },
    eligible: { min: 2, max: null, sentence: 'Your business must be at least two years old.' },
  },
  { kind: 'choices', label: 'What do you process?', options: ['Cocoa', 'Cashew', 'Shea'] },
  { kind: 'long_text', label: 'What would change in your district?', max_length: 2000 },
] as const;
const DESCRIPTION =
  '<p>We buy at the farm gate, process within a day and sell under our own name to shops in Accra and Kumasi. Last year we served <strong>1,240 customers</strong> and employed 18 people, eleven of them women.</p><p>The money would pay for:</p><ul><li>a second processing line</li><li>cold storage for 12 tonnes</li><li>working capital for one season</li></ul>';

/**
 * Fills a server that was started with sample data, where possible through the API, as people
 * would.
 */
export async function fillWorld(url: string, mailbox: Mailbox): Promise<World> {
  const stage = new Backstage(url, mailbox);
  const sample = (email: string) =>
    stage.signIn({ email, password: PASSWORD, firstName: '', lastName: '' });
  const [admin, applicant] = [
    await sample('admin@example.com'),
    await sample('applicant@example.com'),
  ];
  const newcomer = await stage.createApplicant();
  const programs = await stage.call<Row[]>('GET', '/programs/');
  const open = programs.filter(({ is_open }) => is_open);
  const proposals: Row[] = [];
  for (let index = 0; index < 4; index += 1)
    proposals.push(await submit(stage, applicant, open[index]!, index));
  const others = [];
  for (const [first, last, region, city] of PEOPLE)
    others.push(await enter(stage, first, last, region, city));
  for (let index = 0; index < 9; index += 1)
    proposals.push(
      await submit(
        stage,
        others[index % others.length]!,
        open[(index * 3) % open.length]!,
        index + 4,
      ),
    );
  await decide(stage, admin, proposals);
  await speak(stage);
  const post = await findPost(stage);
  const judged = await judge(stage, mailbox);
  return {
    tokens: {
      admin: admin.token,
      applicant: applicant.token,
      newcomer: newcomer.token,
      judge: judged.token,
    },
    fillings: {
      ...(await fillIn(stage, admin, { programs, proposals, post })),
      ...judged.fillings,
    },
  };
}

async function enter(
  stage: Backstage,
  first_name: string,
  last_name: string,
  region: string,
  city: string,
): Promise<SignedIn> {
  const email = `${first_name}.${last_name}@example.com`.toLowerCase();
  await stage.call('POST', '/auth/register', {
    json: {
      first_name,
      last_name,
      email,
      region,
      city,
      phone_number: '024 555 01 23',
      digital_address: 'AK-039-5028',
      password: PASSWORD,
      confirm_password: PASSWORD,
    },
  });
  return stage.signIn({ email, password: PASSWORD, firstName: first_name, lastName: last_name });
}

async function submit(
  stage: Backstage,
  { token }: SignedIn,
  program: Row,
  index: number,
): Promise<Row> {
  const [business_name, business_location] = BUSINESSES[index % BUSINESSES.length]!;
  const data = new FormData();
  const fields = {
    program_id: program.id,
    business_name,
    business_location,
    business_website: 'https://www.example.com',
    business_description: DESCRIPTION,
  };
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const name of ['pitch_deck', 'financials'])
    data.set(
      name,
      new File([new Uint8Array(await makePdf({ pages: 12, megabytes: 0.2 }))], `${name}-2026.pdf`, {
        type: 'application/pdf',
      }),
    );
  return stage.call<Row>('POST', '/proposals/', { token, data });
}

async function decide(stage: Backstage, { token }: SignedIn, proposals: Row[]): Promise<void> {
  const stages = ['SEED', 'PRE_SEED', 'SERIES_A', 'GROWTH'];
  for (const [index, { id }] of proposals.entries())
    if (index % 3 === 1)
      await stage.call('PATCH', `/proposals/${id}/admin`, {
        token,
        json: { is_approved: true, funding_stage: stages[index % 4] },
      });
}

async function speak(stage: Backstage): Promise<void> {
  const message =
    'Good morning. We are a cooperative of 64 shea processors near Wa. May a cooperative apply, or does it have to be a company?\n\nThank you.';
  for (const [first_name, last_name] of PEOPLE)
    await stage.call('POST', '/contact_forms/', {
      json: {
        first_name,
        last_name,
        email: `${first_name.toLowerCase()}@example.com`,
        phone_number: '0245550123',
        message: `${message} ${first_name}`,
      },
    });
  await stage.call('POST', '/testimonials/', {
    json: {
      first_name: 'Adwoa',
      last_name: 'Asante',
      position: 'Founder, Sankofa Cocoa Works',
      message:
        'They asked harder questions than our bank, and then they stayed to help us answer them.',
    },
  });
}

/** A judge with a round of two proposals, and another round whose results are released. */
async function judge(stage: Backstage, mailbox: Mailbox) {
  const person = await createJudge(stage, mailbox);
  const { id } = await openRound(stage, [person]);
  const reviews = await stage.call<Row[]>('GET', '/reviews/', person);
  const released = await stageRound(stage, mailbox);
  await sealStage(stage, released);
  await releaseStage(stage, released);
  const path = `/dashboard/judging/${id}`;
  const fillings = {
    '/national-pitch-trek/programs/:id/record': [
      `/national-pitch-trek/programs/${released.program.id}/record`,
    ],
    '/dashboard/admin/rounds/:id': [id, released.roundId].map(
      (round) => `/dashboard/admin/rounds/${round}`,
    ),
    '/dashboard/admin/judges/:id': [`/dashboard/admin/judges/${person.id}`],
    '/dashboard/admin/judges/:id/edit': [`/dashboard/admin/judges/${person.id}/edit`],
    '/dashboard/judging/:roundId': [path],
    '/dashboard/judging/:roundId/:reviewId': [`${path}/${reviews[0]!.id}`],
  };
  return { token: person.token, fillings };
}

const findPost = async (stage: Backstage): Promise<Post> =>
  (await stage.call<Post[]>('GET', '/cms/'))[0]!;

type Known = { programs: Row[]; proposals: Row[]; post: Post };

async function fillIn(
  stage: Backstage,
  { token }: SignedIn,
  { programs, proposals, post }: Known,
): Promise<Fillings> {
  const first = async (path: string) =>
    (await stage.call<{ id: string }[]>('GET', path, { token }))[0]!.id;
  const [faq, user, enquiry, testimonial] = [
    await first('/faqs/'),
    await first('/auth/admin/users?role=APPLICANT'),
    await first('/contact_forms/'),
    await first('/testimonials/'),
  ];
  const [program, closed] = [
    programs.find(({ is_open }) => is_open)!.id,
    programs.find(({ is_open }) => !is_open)!.id,
  ];
  const mailing = await stage.call<{ id: string }>('POST', '/mailings/', {
    token,
    json: { filter: {}, subject: 'About {program}', text: 'Hello {first_name},\n\n{link}' },
  });
  const template = await stage.call<{ id: string }>('POST', '/mail-templates/', {
    token,
    json: { name: 'Pitch day', kind: 'approval', text: 'Hello {first_name}, well done.' },
  });
  const asking = await stage.createProgram({ title: 'Food processing', questions: QUESTIONS });
  const [locked, editable] = [proposals[1]!.id, proposals[0]!.id];
  return {
    '/sector/:slug': ['agriculture', 'mining', 'infrastructure', 'technology', 'entertainment'].map(
      (slug) => `/sector/${slug}`,
    ),
    '/national-pitch-trek/programs/:id': [
      `/national-pitch-trek/programs/${program}`,
      `/national-pitch-trek/programs/${closed}`,
      `/national-pitch-trek/programs/${asking.id}`,
    ],
    '/national-pitch-trek/programs/:id/questions': [
      `/national-pitch-trek/programs/${asking.id}/questions`,
    ],
    '/national-pitch-trek/programs/:id/can-you-apply': [
      `/national-pitch-trek/programs/${asking.id}/can-you-apply`,
    ],
    '/post/:category': ['/post/all'],
    '/content/:category': ['/content/news', '/content/nothing'],
    '/post/:category/:slug': [`/post/${post.category}/${post.slug}`],
    '/stories/:slug': storyPages.map(({ path }) => path),
    '/receipts/:number': [`/receipts/${proposals[0]!.receipt_number}`, '/receipts/NPT-0'],
    '/judge-invitation/:token': ['/judge-invitation/unknown'],
    '/otp': ['/otp?purpose=login'],
    '/*': ['/nowhere'],
    '/dashboard/*': ['/dashboard/nowhere'],
    '/dashboard/applicant/submit': [`/dashboard/applicant/submit?programId=${program}`],
    '/dashboard/applicant/view-proposal/:id': [
      `/dashboard/applicant/view-proposal/${editable}`,
      `/dashboard/applicant/view-proposal/${locked}`,
    ],
    '/dashboard/applicant/edit-proposal/:id': [
      `/dashboard/applicant/edit-proposal/${editable}`,
      `/dashboard/applicant/edit-proposal/${locked}`,
    ],
    '/dashboard/admin/view-proposal/:id': [`/dashboard/admin/view-proposal/${locked}`],
    '/dashboard/admin/proposals/:id/edit': [`/dashboard/admin/proposals/${program}/edit`],
    '/dashboard/admin/program-questions/:id': [`/dashboard/admin/program-questions/${asking.id}`],
    '/dashboard/admin/post/:id/view': [`/dashboard/admin/post/${post.id}/view`],
    '/dashboard/admin/post/:id/edit': [`/dashboard/admin/post/${post.id}/edit`],
    '/dashboard/admin/faq/:id/edit': [`/dashboard/admin/faq/${faq}/edit`],
    '/dashboard/admin/enquiries/:id': [`/dashboard/admin/enquiries/${enquiry}`],
    '/dashboard/admin/mailings/:id': [`/dashboard/admin/mailings/${mailing.id}`],
    '/dashboard/admin/mail-templates/:id/edit': [
      `/dashboard/admin/mail-templates/${template.id}/edit`,
    ],
    '/dashboard/admin/users/:id': [`/dashboard/admin/users/${user}`],
    '/dashboard/admin/testimonial/view/:id': [`/dashboard/admin/testimonial/view/${testimonial}`],
    '/dashboard/admin/testimonial/edit/:id': [`/dashboard/admin/testimonial/edit/${testimonial}`],
  };
}
