/** The tables behind the public pages; ./tables.ts combines all of them. */
import type { Generated, JSONColumnType } from 'kysely';
import type { PostCategory } from '#domain/posts/rules.ts';

export type Stamps = { created_at: Date; updated_at: Date; version: number };

export type FaqsTable = Stamps & {
  id: string;
  question: string;
  answer: string;
  search_text: string;
};

export type TestimonialsTable = Stamps & {
  id: string;
  first_name: string;
  last_name: string;
  position: string | null;
  message: string;
  is_approved: boolean;
  search_text: string;
};

export type PostsTable = Stamps & {
  id: string;
  title: string;
  slug: string;
  category: PostCategory;
  body: string;
  is_published: boolean;
  /** Once set, the slug never changes. */
  first_published_at: Date | null;
  /** When this draft is published; null: nothing is planned. */
  publish_at: Date | null;
  search_text: string;
};

export type ImagesTable = {
  id: string;
  post_id: string;
  /** 0: the featured image; from 1 on: the gallery, in order. */
  place: number;
  /** A picture elsewhere on the web; all columns below are then null. */
  address: string | null;
  width: number | null;
  height: number | null;
  /** Its average colour, shown until it has loaded. */
  color: string | null;
  /** Width of each variant in pixels. */
  widths: JSONColumnType<number[]> | null;
  /** Width in pixels of each variant that is cropped to a card; only featured images have these. */
  cards: JSONColumnType<number[]> | null;
  /** What it shows, in words. */
  alt?: string | null;
  created_at: Date;
};

export type EnquiriesTable = Stamps & {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string | null;
  message: string;
  search_text: string;
  is_answered: Generated<boolean>;
  answered_at?: Date | null;
  answered_by?: string | null;
};

export type EnquiryAnswersTable = {
  id: string;
  enquiry_id: string;
  at: Date;
  /** Null once the account is deleted. */
  author_id: string | null;
  text: string;
};

/** One row at most: `place` is always 1. */
export type NoticesTable = { place: number; text: string; until: Date; updated_at: Date };
