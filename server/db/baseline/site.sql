-- What the public pages show, and enquiries.

create table faqs (
  id uuid primary key, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null, question text not null, search_text text not null,
  answer text not null, question_key text collate "C" not null default '');
create index faqs_by_date on faqs (created_at, id);
create index faqs_by_question on faqs (question_key, created_at, id);

create table testimonials (
  id uuid primary key, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null, is_approved boolean not null, first_name text not null,
  last_name text not null, position text, search_text text not null, message text not null,
  last_name_key text collate "C" not null default '');
create index testimonials_by_date on testimonials (created_at, id);
create index testimonials_by_status on testimonials (is_approved, created_at, id);
create index testimonials_by_name on testimonials (last_name_key, created_at, id, is_approved);

-- Once `first_published_at` is set, the slug never changes. `publish_at`: when this draft is
-- published; null: nothing is planned. `rich_text_mark`, here and elsewhere: the rules by which a
-- rich text was cleaned; empty: none of the known ones.
create table posts (
  id uuid primary key, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null, category text not null, is_published boolean not null,
  first_published_at timestamptz, slug text not null unique, title text not null,
  search_text text not null, body text not null, title_key text collate "C" not null default '',
  rich_text_mark text not null default '', publish_at timestamptz);
create index posts_by_date on posts (created_at, id, is_published, category);
create index posts_by_status on posts (is_published, created_at, id, category);
create index posts_by_category on posts (category, created_at, id, is_published);
create index posts_by_title on posts (title_key, created_at, id, is_published, category);
create index posts_to_publish on posts (publish_at) where publish_at is not null;

-- `place` 0: the featured image; from 1 on: the gallery, in order. `address`: a picture elsewhere
-- on the web; size, colour and variants are then null. `color`: its average, shown until it has
-- loaded. `widths`: of each variant, in pixels. `cards`: of each variant that is cropped to a
-- card; only featured images have these. `alt`: what it shows, in words.
create table images (
  id uuid primary key, post_id uuid not null references posts (id) on delete cascade,
  place integer not null, address text, width integer, height integer, color text, widths jsonb,
  created_at timestamptz not null, cards jsonb, alt text);
create index images_by_post on images (post_id, place);

create table enquiries (
  id uuid primary key, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null, first_name text not null, last_name text not null,
  email text not null, phone_number text, search_text text not null, message text not null,
  last_name_key text collate "C" not null default '', is_answered boolean not null default false,
  answered_at timestamptz, answered_by uuid references users (id) on delete set null);
create index enquiries_by_date on enquiries (created_at, id);
create index enquiries_by_name on enquiries (last_name_key, created_at, id);
create index enquiries_by_address on enquiries (email);
create index enquiries_by_state on enquiries (is_answered, created_at, id);
create index enquiries_by_answerer on enquiries (answered_by);

-- `author_id`, here and elsewhere, is null once the account is deleted.
create table enquiry_answers (
  id uuid primary key, enquiry_id uuid not null references enquiries (id) on delete cascade,
  at timestamptz not null, author_id uuid references users (id) on delete set null,
  text text not null);
create index enquiry_answers_by_enquiry on enquiry_answers (enquiry_id, at, id);
create index enquiry_answers_by_author on enquiry_answers (author_id);

-- One row at most: `place` is always 1.
create table notices (
  place integer primary key, text text not null, until timestamptz not null,
  updated_at timestamptz not null);
