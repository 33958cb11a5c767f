export const frozenLabels = {
  title: (since: string) => `Public and frozen since ${since}`,
  text: 'Only the places and a later closing time can still change, and each change stands in the public record.',
  sealedText: 'Nothing of the set-up can change any more.',
  closes: 'Closes at',
  isFinal: 'Final round',
  isBlind: 'Blind',
  showsDocuments: 'Shows documents',
  sparesOwnRegion: 'Spares own region',
} as const;
