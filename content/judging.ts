/** What judges agree to, and what the invitation says. Plain text; an empty line is a paragraph. */
export const judging = {
  terms: [
    'You read only what is assigned to you. You judge it on your own, by the criteria of the round.',
    'What you read is confidential. You do not keep, copy or pass on any of it, and you do not contact the applicants.',
    'You tell us which businesses and people you could not judge freely. If you recognise one of them, you say so and leave it to another judge.',
    'Your scores are kept with your name inside the firm. Applicants see averages and comments, never who wrote them, and read the comments in their email too. When the results are out, a public record says how many judges read and how many conflicts of interest there were. It names you, with your position and your first organisation, only if you allow it.',
  ].join('\n\n'),
} as const;
