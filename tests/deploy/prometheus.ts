/** Evaluates real metrics with Prometheus. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './programs.ts';

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
/** Keywords of PromQL that are not metrics. */
const WORDS = new Set(
  'by le sum rate max min topk delta changes predict_linear min_over_time histogram_quantile'.split(
    ' ',
  ),
);

type Sample = { series: string; name: string; value: number };

/** The samples of a scrape, as Prometheus stores them. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels, value] = SAMPLE.exec(line) ?? [];
    if (!name || !Number.isFinite(Number(value))) return [];
    const allLabels = [labels, 'job="pitch-trek"', 'instance="a:3000"'].filter(Boolean).join(',');
    return [{ series: `${name}{${allLabels}}`, name, value: Number(value) }];
  });
}

/** The metrics and labels that an expression uses. */
export function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const labels = [...expression.matchAll(/(\w+)(?:=~?|!=|!~)"/g)].map((match) => match[1]!);
  const grouped = [...expression.matchAll(/by \(([\w, ]+)\)/g)].flatMap((match) =>
    match[1]!.split(', '),
  );
  const bare = expression
    .replace(/\{[^}]*\}|\[\w+\]|by \([\w, ]+\)|\b\d[\w.]*/g, ' ')
    .matchAll(/[a-z_][a-z\d_]*/g);
  const metrics = [...bare].map(([word]) => word).filter((word) => !WORDS.has(word));
  return { metrics, labels: [...labels, ...grouped] };
}

/**
 * The alerts that fire if the metrics change linearly from the first scrape to the second within an
 * hour and then stay constant: at the end of that hour, or a quarter of an hour later.
 */
export async function firingAlerts(
  promtool: string,
  rules: string,
  { first, second, names }: { first: string; second: string; names: string[] },
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-rules-'));
  try {
    const firing: string[] = [];
    for (const name of names)
      if (await isFiring(promtool, folder, rules, { first, second, name })) firing.push(name);
    return firing;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MINUTES = 60;
const REST_MINUTES = 15;

async function isFiring(
  promtool: string,
  folder: string,
  rules: string,
  { first, second, name }: { first: string; second: string; name: string },
): Promise<boolean> {
  const before = new Map(readSamples(first).map(({ series, value }) => [series, value]));
  const series = readSamples(second).map(({ series, value }) => {
    const from = before.get(series) ?? 0;
    const step = (value - from) / MINUTES;
    const path = `${from}${step < 0 ? '-' : '+'}${Math.abs(step)}x${MINUTES}`;
    return { series, values: `${path} ${value}x${REST_MINUTES}` };
  });
  const test = {
    rule_files: [rules],
    evaluation_interval: '1m',
    // JSON is YAML. An unexpected alert makes promtool exit with an error.
    tests: [
      {
        interval: '1m',
        input_series: series,
        alert_rule_test: [MINUTES, MINUTES + REST_MINUTES].map((minutes) => ({
          eval_time: `${minutes}m`,
          alertname: name,
          exp_alerts: [],
        })),
      },
    ],
  };
  const path = join(folder, `${name}.yml`);
  writeFileSync(path, JSON.stringify(test));
  const { code, output } = await runProgram(promtool, ['test', 'rules', path]);
  if (code !== 0 && !output.includes('got:')) throw new Error(output);
  return code !== 0;
}
