/** The testimonial form and the carousel. */
export const testimonialPage = {
  lead: 'Your words help the next founder to decide. We read every testimonial before publishing it, and fix typos only.',
  firstName: 'First name',
  lastName: 'Last name',
  position: 'Position',
  positionHint: 'What you do, such as Founder of a bakery in Ho.',
  message: 'Message',
  messageHint: 'At least 10 characters; a few sentences are best.',
  send: 'Send testimonial',
  after: 'It appears on the website once we have read it, with your name and position.',
} as const;

export const carousel = {
  label: 'Testimonials',
  pause: 'Pause',
  play: 'Play',
  previous: 'Previous testimonials',
  next: 'Next testimonials',
  stars: '5 out of 5 stars',
} as const;
