/** Runs `work` repeatedly, with this pause in milliseconds after each run, until stopped. */
export function repeat(
  work: (isStopped: () => boolean) => Promise<void>,
  firstMs: number,
  intervalMs: number,
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const run = () => {
    running = work(() => isStopped).finally(() => {
      if (!isStopped) timer = setTimeout(run, intervalMs).unref();
    });
  };
  timer = setTimeout(run, firstMs).unref();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
