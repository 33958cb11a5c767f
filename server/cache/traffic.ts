/** Requests answered before the framework, counted since the process started. */
export type Traffic = {
  /** Answers from the cache. */
  cached: number;
  /** Refused with 503 because of overload. */
  refused: number;
};

export const noTraffic = (): Traffic => ({ cached: 0, refused: 0 });
