/** What ends in front of the framework, counted since the process started. */
export type Traffic = {
  /** Answers from the cache. */
  cached: number;
  /** Refused with 503 because more came than could be answered. */
  refused: number;
};

export const noTraffic = (): Traffic => ({ cached: 0, refused: 0 });
