/** Sample questions, in the order in which the home page shows them. */
export const SAMPLE_FAQS: readonly { question: string; answer: string }[] = [
  {
    question: 'Who can apply?',
    answer:
      'Anyone aged 18 or over with a business that is registered, or about to be registered, in Ghana. Each program says what else it asks for.',
  },
  {
    question: 'What does it cost?',
    answer:
      'Nothing. There is no fee for applying, pitching or being funded. If somebody asks you for money in our name, do not pay, and tell us.',
  },
  {
    question: 'What do I need to have ready?',
    answer:
      'Two PDF files: a pitch deck, and your financials. For a young business, a simple cash book and a 12-month plan are enough. Each file can be up to 20 MB.',
  },
  {
    question: 'Can I apply to more than one program?',
    answer: 'Yes. Send a separate proposal to each one.',
  },
  {
    question: 'Can I change my proposal after I have sent it?',
    answer:
      'Yes, as often as you like, until the end of the day before the deadline. Once it has been approved, you can no longer change it.',
  },
  {
    question: 'My connection is slow. Will I lose my work?',
    answer:
      'No. What you type is saved on your device, and you can see how much has been uploaded. If the connection drops, the upload resumes where it stopped.',
  },
  {
    question: 'When will I hear from you?',
    answer:
      'You see the stage of your proposal whenever you log in, and we send an email each time it changes.',
  },
];
