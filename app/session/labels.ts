const KEPT = 'What you have typed is kept on this device and will be here after your next login.';

export const sessionLabels = {
  warningTitle: 'You will be logged out soon',
  warning: `For your security, you’ll be logged out in less than 2 minutes. ${KEPT}`,
  close: 'Close',
  kept: KEPT,
  expiredTitle: 'Session Expired',
  ok: 'OK',
} as const;
