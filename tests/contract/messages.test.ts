import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noProgramsFor } from '#domain/programs/rules.ts';
import { errorLoadingTestimonials } from '#domain/testimonials/rules.ts';

/** All of spec §8, and the quoted sentences of spec §2, §4 and §5, in order. */
const SENTENCES: Record<string, readonly string[]> = {
  'spec §2': [
    'Unauthorized. No profile found.',
    'You have been logged out.',
    'No posts found.',
    'Invalid Category',
    'Invalid category.',
    'Post not found',
  ],
  'spec §4': ['Deadline has passed'],
  'spec §5': [
    'Passwords do not match.',
    'Please enter a valid email.',
    'Missing email. Please restart the process.',
    'Please enter the OTP code.',
    'Please fill in all fields',
    'Passwords do not match',
    'Please complete the OTP code.',
    'Missing required files or program ID.',
    'Message should have at least 10 characters.',
    'Please upload a featured image.',
    'Please upload at least one gallery image.',
    'Password must be at least 8 characters long, include an uppercase and lowercase letter, a number, and a special character.',
  ],
  session: ['Your session has expired. Please log in again.'],
  contact: [
    'Failed to submit. Check your network and try again.',
    'Failed to send message. Try again.',
    'Something went wrong. Please try again later.',
    'Message sent successfully!',
  ],
  register: [
    'Registration failed. Check your network and try again.',
    'Registration failed.',
    'Registration successful!',
  ],
  login: ['Login failed. Check your email or password and try again.', 'OTP sent to your email'],
  'forgot password': [
    'Failed to verify email. Check your email and try again.',
    'Something went wrong.',
  ],
  otp: [
    'OTP verification failed. Enter valid OTP',
    'Verification failed',
    'OTP verified successfully!',
  ],
  profile: [
    'No access token found.',
    'Failed to fetch user',
    'No authentication token found',
    'Profile update failed',
    'Profile updated successfully!',
    'Failed to update profile.',
    'Something went wrong. Please try again.',
  ],
  reset: ['Password reset failed', 'Password reset successfully! Please log in.'],
  users: [
    'Unexpected response format from server.',
    'Failed to fetch users',
    'Failed to change role.',
    'Failed to toggle user status',
    'User role updated!',
    'User is active!',
    'User is inactive !',
  ],
  'create admin': [
    'Email already registered',
    'Admin creation failed. Please try again.',
    'Admin creation failed.',
    'No authentication token found.',
    'Admin created successfully!',
  ],
  faqs: [
    'Failed to create FAQ. Check your input and try again.',
    'Display error. Check your network and try again.',
    'Failed to fetch. Check your network and try again.',
    'Failed to update FAQ.',
    'Failed to delete FAQ.',
    'FAQ created successfully',
    'FAQ updated successfully.',
    'FAQ deleted successfully.',
    'No FAQs available.',
  ],
  testimonials: [
    'Failed to fetch testimonials',
    'Failed to fetch testimonial',
    'Failed to update testimonial',
    'Network or unexpected error',
    'Testimonial submitted. Thank you',
    'Update Successful',
    'Failed to submit Testimonial',
    'Loading testimonials...',
    'No testimonials yet.',
  ],
  posts: [
    'An unknown error occurred.',
    'Post created successfully!',
    'Post updated successfully!',
    'Post deleted successfully!',
    'Failed to delete the post.',
    'No latest posts available.',
  ],
  programs: [
    'Program created successfully!',
    'Program updated successfully!',
    'Program deleted successfully.',
    'Failed to create program.',
    'Failed to update program.',
    'Failed to delete program.',
  ],
  proposals: [
    'Proposal submitted successfully!',
    'Failed to submit proposal. Try again.',
    'Proposal updated successfully!',
    'Failed to update proposal.',
    'Proposal deleted successfully',
    'Failed to delete proposal',
    'An error occurred',
    'An unknown error occurred',
    'Authentication token not found',
    'Presigned URL not found in response',
  ],
  downloads: [
    'Download link generated!',
    'Failed to retrieve file link',
    'An error occurred while fetching document link',
    'The download link has expired. Please request a new one.',
  ],
  dialogs: [
    'Login Required',
    'You need to log in or create an account first to apply. Click OK to go to login.',
    'Application Closed',
    'The application deadline for this program has passed.',
    'Are you sure you want to delete this proposal?',
    'Are you sure you want to delete this post?',
  ],
  'empty states': [
    'No proposals found.',
    'No submissions match your search or filters.',
    'No posts published yet.',
    'No profile data found.',
    'Proposal not found.',
    'No programs available at the moment.',
    'No projects have been created yet.',
    'No testimonials found.',
    'No contact submissions found.',
    'No users found.',
    'Program not found',
    'Post Not Found',
    'Testimonial not found',
    'No contact found',
    'No gallery images available.',
  ],
};

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const list = (pattern: string) => globSync(pattern, { cwd: ROOT });

/** Code with text that people read; what a comment says is not said to them. */
const SOURCES = list('{app,server,domain}/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: read(path).replace(/\/\*[^]*?\*\//g, '') }));

const placesOf = (sentence: string) =>
  SOURCES.flatMap(({ path, text }) =>
    Array<string>(text.split(`'${sentence}'`).length + text.split(`"${sentence}"`).length - 2).fill(
      path,
    ),
  );

describe.each(Object.entries(SENTENCES))('%s', (_where, sentences) => {
  test.each(sentences)('%s', (sentence) => {
    expect(placesOf(sentence), 'stands once, in the domain').toEqual([
      expect.stringMatching(/^domain\//),
    ]);
  });
});

test('the two sentences that name something', () => {
  expect(noProgramsFor('Mining')).toBe('No programs available for Mining at the moment.');
  expect(errorLoadingTestimonials('Failed to fetch testimonials')).toBe(
    'Error loading testimonials: Failed to fetch testimonials',
  );
});
