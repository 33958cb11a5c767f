export const ERASING = {
  typePhone: 'Type the phone number of the account exactly as it stands here.',
  typeEmail: 'Type the email address of the account exactly as it stands here.',
  ownAccount: 'You cannot erase your own account.',
  onlyApplicants:
    'Only an applicant’s account can be erased: decisions about others depend on this one. Deactivate it instead.',
  previewFailed: 'Could not load what would be erased.',
  failed: 'Could not erase this person. Try again.',
  done: 'The account has been erased, with everything in it.',
} as const;
