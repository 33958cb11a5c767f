/** The result of a check: good, a warning or a fault, with what to do. */
export type Finding = { state: 'good' | 'warning' | 'fault'; says: string; todo?: string };

export const good = (says: string): Finding => ({ state: 'good', says });
export const warning = (says: string, todo: string): Finding => ({ state: 'warning', says, todo });
export const fault = (says: string, todo: string): Finding => ({ state: 'fault', says, todo });

/** What does not apply is false. */
export type Look = () => Promise<(Finding | false)[]>;

/** Milliseconds after which a check without a result has failed. */
const LONGEST_MS = 30_000;

async function inTime<R>(work: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in 30 seconds')), LONGEST_MS);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}

/** Runs a check; an exception is a fault, too. */
export async function findingsOf(look: Look): Promise<Finding[]> {
  const found: (Finding | false)[] = await inTime(look()).catch((error: Error) => [
    fault(
      error.message || String((error as { code?: string }).code),
      'Fix what the line names, and run the doctor again.',
    ),
  ]);
  return found.filter((finding): finding is Finding => finding !== false);
}

const MARKS = { good: 'ok     ', warning: 'LOOK   ', fault: 'FAULT  ' };

export function describeFindings(name: string, findings: Finding[]): string {
  return findings
    .map(({ state, says, todo }) => {
      const line = `${MARKS[state]} ${name.padEnd(9)} ${says}`;
      return todo ? `${line}\n${' '.repeat(18)}→ ${todo}` : line;
    })
    .join('\n');
}
