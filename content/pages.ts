import type { Sector } from '#domain/sectors.ts';
import { page, type PageText } from './page-text.ts';

/**
 * Every public page with its own address, in the order of spec §2.1. The sitemap and the previews
 * are generated from this list.
 */
export const pages = {
  home: page(
    '/',
    'Sixteen regions, one trek',
    'Odum Capital funds Ghanaian enterprises and runs the National Pitch Trek: sixteen regions, one thousand businesses, 200 million dollars.',
  ),
  history: page(
    '/about/brief-history',
    'Brief History',
    'How a two-room advisory desk in East Legon became the firm behind the National Pitch Trek and the Enterprise Boost Fund.',
  ),
  framework: page(
    '/about/strategic-framework',
    'Strategic Framework',
    'The vision, the mission and the seven values by which Odum Capital decides what to fund, how, and when to say no.',
  ),
  team: page(
    '/about/our-team',
    'Our Team',
    'Eight people who read proposals, visit sites, structure deals and stay with the businesses afterwards.',
  ),
  programs: page(
    '/national-pitch-trek/programs',
    'Funding programs',
    'Open funding programs of the National Pitch Trek, by sector, with their deadlines.',
  ),
  record: page(
    '/national-pitch-trek/record',
    'How it was judged',
    'How proposals to the National Pitch Trek are judged: criteria, figures by region, judges, seals, and how anyone can check the results.',
  ),
  trek: page(
    '/national-pitch-trek',
    'National Pitch Trek',
    'A pitch competition that comes to you: five zones, sixteen regions, real capital. See when we are in your region and how to apply in four steps.',
  ),
  makingPdf: page(
    '/making-a-pdf',
    'Making a PDF on your phone',
    'How to make your pitch deck and your financials into PDF files on a phone, and how to make a PDF smaller, with a picture of each step.',
  ),
  posts: page(
    '/post/all',
    'All Posts',
    'News, press releases and articles from Odum Capital and the National Pitch Trek.',
  ),
  news: page(
    '/post/NEWS',
    'News',
    'What is happening at Odum Capital and on the National Pitch Trek.',
  ),
  press: page(
    '/post/PRESS_RELEASE',
    'Press Release',
    'Statements from Odum Capital for journalists, newest first.',
  ),
  blog: page(
    '/post/BLOG',
    'Blog',
    'What we learn from reading proposals, visiting sites and structuring deals, written for people who run businesses.',
  ),
  contact: page(
    '/contact-us',
    'Contact Us',
    'Write to Odum Capital, call, or visit the office in East Legon, Accra.',
  ),
  partners: page(
    '/partners-and-testimonials',
    'Partners and Testimonials',
    'Who works with Odum Capital on the National Pitch Trek, and what founders say about it.',
  ),
  testimonial: page(
    '/create-testimonials',
    'Share Your Experience',
    'Have you pitched to us, worked with us or been funded by us? Tell others what it was like.',
  ),
  terms: page(
    '/terms',
    'Terms of Use',
    'The rules for using this website, having an account and submitting a proposal.',
  ),
  privacy: page(
    '/privacy',
    'Privacy Notice',
    'What Odum Capital knows about you, why, for how long, and your rights under Ghana’s Data Protection Act, 2012 (Act 843).',
  ),
} as const;

export const sectorPages: Record<Sector, PageText> = {
  Agriculture: page(
    '/sector/agriculture',
    'Agriculture',
    'We fund what happens to a crop after the harvest: storage, processing, packaging and the road to a buyer.',
  ),
  Mining: page(
    '/sector/mining',
    'Mining',
    'We fund licensed, cleaner mining and the Ghanaian companies that supply, test, refine and restore.',
  ),
  Infrastructure: page(
    '/sector/infrastructure',
    'Infrastructure',
    'We fund small and medium-sized works that pay for themselves: market sheds, mini-grids, water, feeder roads.',
  ),
  Technology: page(
    '/sector/technology',
    'Technology',
    'We fund software and devices that solve a Ghanaian problem first, and can travel afterwards.',
  ),
  'Entertainment & Tourism': page(
    '/sector/entertainment',
    'Entertainment & Tourism',
    'We fund the businesses behind film, music, festivals and places worth the journey, from Cape Three Points to Paga.',
  ),
};
