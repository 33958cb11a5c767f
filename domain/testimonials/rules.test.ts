import { expect, test } from 'vitest';
import { describeApproval, previewMessage } from './rules.ts';
import { createTestimonialInput } from './schema.ts';

test('a list shows fifty characters and an ellipsis', () => {
  expect(previewMessage('a'.repeat(50))).toBe('a'.repeat(50));
  expect(previewMessage('ɛ'.repeat(51))).toBe(`${'ɛ'.repeat(50)}…`);
  expect(previewMessage('😀'.repeat(51))).toBe(`${'😀'.repeat(50)}…`);
});

test('approved testimonials are shown as Published, all others as Unpublished', () => {
  expect([describeApproval(true), describeApproval(false)]).toEqual(['Published', 'Unpublished']);
});

test('a message has at least ten characters after trimming', () => {
  const messageFor = (message: string) =>
    createTestimonialInput.safeParse({
      first_name: 'Ama',
      last_name: 'Mensah',
      position: 'Farmer',
      message,
    }).error?.issues[0]?.message;
  expect(messageFor('123456789')).toBe('Message should have at least 10 characters.');
  expect(messageFor('   123456789   ')).toBe('Message should have at least 10 characters.');
  expect(messageFor('1234567890')).toBeUndefined();
  expect(messageFor('x'.repeat(100_000))).toBe('Your message can have at most 5,000 characters.');
});
