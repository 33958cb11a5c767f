/** How long each step took, what was refused, and what failed permanently. */
export type Figures = {
  /** Milliseconds by the step's name. */
  times: Map<string, number[]>;
  refused: Map<string, number>;
  failures: string[];
};

export const newFigures = (): Figures => ({ times: new Map(), refused: new Map(), failures: [] });

export function noteTime({ times }: Figures, step: string, milliseconds: number): void {
  const list = times.get(step);
  if (list) list.push(milliseconds);
  else times.set(step, [milliseconds]);
}

export const noteRefusal = ({ refused }: Figures, step: string): void =>
  void refused.set(step, (refused.get(step) ?? 0) + 1);
