export const wallLabels = {
  title: 'The wall',
  waiting: 'Waiting for the desk',
  phases: { pitch: 'Pitch', questions: 'Questions' },
  timeUp: 'Time is up',
  next: (code: string, name: string) => `Next: ${code} ${name}`,
  nextUp: 'Next',
  over: 'The pitches are over. Thank you.',
  selected: 'Selected',
} as const;
