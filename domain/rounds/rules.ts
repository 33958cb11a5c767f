/** Limits of rounds. */
export const ROUNDS = {
  perProgram: 12,
  criteria: 8,
  judges: 60,
  places: 2_000,
  /** Maximum judges of one proposal. */
  reviews: 10,
  /** Points that count as near the line, at most. */
  nearPoints: 20,
  /** The score that a judge gives for a criterion is 1 to 5; each has a sentence. */
  scores: 5,
  weight: 100,
  question: 500,
  anchor: 300,
  /** Of a pitch, least and most. */
  minutes: { pitch: [1, 60], questions: [0, 60], change: [0, 60] },
  sessions: 20,
} as const;
