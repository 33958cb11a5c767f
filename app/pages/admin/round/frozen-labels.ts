export const frozenLabels = {
  title: (since: string) => `Public and frozen since ${since}`,
  text: 'You can still change the places and move the closing time later. Each change appears in the public record.',
  sealedText: 'The set-up can no longer change.',
  closes: 'Closes at',
  isFinal: 'Final round',
  isBlind: 'Blind',
  showsDocuments: 'Shows documents',
  sparesOwnRegion: 'Own region excluded',
} as const;
