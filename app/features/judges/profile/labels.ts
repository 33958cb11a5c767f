/** What an invitation to judge, and a judge’s own interests, say. */
export const invitationLabels = {
  invitationTitle: 'Will you judge?',
  invites: (firstName: string, firm: string): string =>
    `Hello ${firstName}, ${firm} invites you to judge proposals for the National Pitch Trek. Read them when it suits you, on a phone or a computer.`,
  answerBy: (day: string): string => `Answer by ${day}. The link works once.`,
  terms: 'What you agree to',
  agrees: 'I agree to these terms',
  account: 'Your account',
  interests: 'Businesses and people you could not judge freely',
  interestsLead:
    'Who do you have ties to? We won’t send you their proposals. You can change this at any time, and nobody outside the firm sees it.',
  organisations: 'Organisations',
  organisationsHint:
    'Your employer, boards you sit on, what you have invested in, family businesses. One per line.',
  people: 'People',
  peopleHint: 'People whose business you could not judge freely. One name per line.',
  naming: 'May we name you as a judge?',
  isNamed: 'Yes, name me in the public record',
  isNamedHint:
    'It shows your name, position and first organisation once the results are out, never what you wrote.',
  position: 'Position',
  positionHint: 'Such as “Head of credit”.',
  region: 'Region',
  regionHint: 'In some rounds, judges don’t get proposals from their own region.',
  accept: 'Accept',
  accepting: 'Accepting…',
  accepted: 'Thank you. Now log in with the password you have just chosen.',
  decline: 'I can’t this time',
  declineTitle: 'Decline the invitation?',
  declineText: (firm: string): string =>
    `We’ll tell ${firm} that you can’t judge this time. This link will stop working.`,
  declineConfirm: 'Decline',
  keep: 'Go back',
  declinedTitle: 'Thank you for telling us',
  declinedText: (firm: string): string =>
    `${firm} knows that you can’t judge this time. If you change your mind, ask for a new invitation.`,
  failed: 'Your answer could not be sent. Check your connection, then try again.',
  over: 'This invitation can’t be answered',
  logIn: 'Log in',
  contact: 'Contact us',

  interestsTitle: 'My conflicts of interest',
  interestsSaved: 'Your interests are saved.',
  loadingInterests: 'Loading your interests',
  save: 'Save changes',
  loadFailed: 'Your interests could not be loaded. Check your connection and try again.',
  saveFailed: 'Your interests could not be saved. Check your connection and try again.',
  yes: 'Yes',
  no: 'No',
} as const;
