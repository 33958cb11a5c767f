/** Labels of uploads. */
export const uploadLabels = {
  checking: 'Everything has been uploaded. We are checking and saving your files.',
  stop: 'Stop',
  stopped:
    'Stopped before everything was uploaded. Nothing was saved, and everything you entered is still here.',
  stoppedLate:
    'Stopped, but everything had already been uploaded and may have been saved. Save again to be sure: nothing will be saved twice.',
  interrupted: 'Connection lost',
  offline:
    'You’re offline. We’ll try again when you’re back online. Keep this page open; nothing you typed is lost.',
  retryNow: 'Try now',
} as const;

export const unreadable = (name: string): string =>
  `${name} can no longer be read. Choose it again.`;

export const retryText = (seconds: number): string =>
  `We’ll try again in ${seconds} s. Keep this page open; nothing is lost.`;
