/** Limits of a program's own questions and of answers to them. */
export const QUESTIONS = {
  /** Live ones of one program. */
  perProgram: 40,
  /** Characters. */
  label: 200,
  help: 500,
  shortText: 200,
  longText: 10_000,
  option: 100,
  sentence: 300,
  fewestOptions: 2,
  options: 30,
  /** Of a number. */
  digits: 15,
  /** Bytes of a draft, and of the request that saves it as JSON with escapes. */
  draftBytes: 2_000_000,
  requestBytes: 6_000_000,
  /** Characters of answers in the mailed copy. */
  mailed: 5_000,
} as const;
