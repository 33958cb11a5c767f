/** Labels of uploads. */
export const uploadLabels = {
  checking: 'Everything has arrived. We are checking and storing your files.',
  stop: 'Stop',
  stopped:
    'Stopped before everything was sent. Nothing was submitted, and all that you entered is still here.',
  stoppedLate:
    'Stopped, but everything had been sent already and may be stored. Send it again to be sure: it cannot become two.',
  interrupted: 'Connection lost',
  offline:
    'You are offline. We go on as soon as the connection is back. Keep this page open; nothing is lost.',
  retryNow: 'Try now',
} as const;

export const unreadable = (name: string): string =>
  `${name} cannot be read any more. Please choose it again.`;

export const retryText = (seconds: number): string =>
  `We try again in ${seconds} s. Keep this page open; nothing is lost.`;
