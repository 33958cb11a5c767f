/** Labels of the applicants' home. */
export const applicantHomeLabels = {
  title: 'Dashboard',
  programs: 'Available Projects',
  programsText: 'Read what each program asks for, and apply before it closes.',
  proposals: 'View Proposals',
  proposalsText: 'Check progress, and edit until the end of the day before the deadline.',
  profile: 'Manage Profile',
  profileText: 'Keep your phone and email up to date so we can reach you.',
  open: 'open now',
  mine: 'submitted',
  next: 'Next deadline',
  apply: 'Apply',
  applyBy: 'Apply by',
  needsYou: 'Waiting for you',
  myProposals: 'Your proposals',
  allProposals: 'All your proposals',
  loading: 'Loading your proposals',
} as const;

export const greet = (firstName: string): string => `Akwaaba, ${firstName}.`;
