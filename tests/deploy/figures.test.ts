/** Alerts and dashboard use metrics that exist, and fire when they should. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { retryFor } from '#tests/servers/ports.ts';
import { findProgram, runProgram } from './programs.ts';
import { firingAlerts, namesIn, readSamples } from './prometheus.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const RULES = join(DEPLOY, 'prometheus/alerts.yml');
const promtool = findProgram('promtool', 'prometheus');

type Panel = { type: string; title: string; targets?: { expr: string }[] };
const dashboard = JSON.parse(readFileSync(join(DEPLOY, 'grafana/dashboard.json'), 'utf8')) as {
  panels: Panel[];
};
const rules = readFileSync(RULES, 'utf8');
const alerts = [
  ...rules.matchAll(/- alert: (\w+)\n\s+expr: (?:>-\n)?([\s\S]+?)\n\s+(?:for|labels):/g),
].map(([, name, expression]) => ({ name: name!, expression: expression! }));
const expressions = [
  ...alerts.map(({ name, expression }) => [name, expression] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr] as const),
  ),
];

let app: TestApp;
let healthy: string;
const read = async () => (await fetch(`${app.url}/metrics`)).text();

beforeAll(async () => {
  app = await createTestApp();
  await app.visitor.get('/faqs/');
  await app.visitor.get('/auth/me');
  healthy = await read();
  // Refusals and answers are counted once they have been sent.
  await retryFor(60_000, async () => {
    healthy = await read();
    expect(healthy).toContain('http_refusals_total{');
  });
});
afterAll(() => app.close());

test('every rule has a name, and every panel has a query', () => {
  expect(alerts).toHaveLength(rules.split('- alert:').length - 1);
  expect(alerts.length).toBeGreaterThan(10);
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  expect(panels.length).toBeGreaterThan(12);
  for (const { title, targets } of panels) expect(targets?.length, title).toBeGreaterThan(0);
});

test.each(expressions)('%s uses metrics that exist: %s', (_title, expression) => {
  const described = new Set([...healthy.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]));
  const labels = new Set([...healthy.matchAll(/[{,](\w+)="/g)].map((match) => match[1]));
  const { metrics, labels: used } = namesIn(expression);
  expect(metrics.length).toBeGreaterThan(0);
  for (const name of metrics)
    if (name !== 'up') expect(described, name).toContain(name.replace(/_(bucket|count|sum)$/, ''));
  for (const label of used) if (label !== 'job') expect(labels, label).toContain(label);
});

test('each alert is explained in docs/operations.md', () => {
  const page = readFileSync(join(DEPLOY, '../docs/operations.md'), 'utf8');
  for (const { name } of alerts) expect(page).toContain(`\`${name}\``);
});

describe.skipIf(!promtool)('with the real programs', () => {
  const names = alerts.map(({ name }) => name);

  test('they accept rules and settings', async () => {
    expect(await runProgram(promtool!, ['check', 'rules', RULES])).toMatchObject({ code: 0 });
    const config = join(DEPLOY, 'prometheus/prometheus.yml');
    expect(await runProgram(promtool!, ['check', 'config', config])).toMatchObject({ code: 0 });
  });

  test('nothing fires while all is well', async () => {
    const free = healthy.replace(/^data_disk_free_bytes .*$/m, 'data_disk_free_bytes 1e12');
    expect(await firingAlerts(promtool!, RULES, { first: free, second: free, names })).toEqual([]);
  });

  test('failed mails, a stopped sweep, refusals and errors fire', async () => {
    const before = await read();
    const { db, clock, traffic, sweepStops } = app.services;
    const created = new Date(clock().getTime() - 3_600_000);
    const later = new Date(clock().getTime() + 86_400_000);
    const row = { recipient: 'a@example.com', subject: '', text: '', html: '', tries: 9 };
    const dates = { next_try_at: later, give_up_at: later, created_at: created, sent_at: null };
    const states = ['queued', ...Array.from({ length: 8 }, () => 'failed' as const)] as const;
    for (const [place, state] of states.entries())
      await db.read
        .insertInto('mails')
        .values({
          ...row,
          ...dates,
          state,
          last_error: null,
          id: `6f1b3f5e-52a7-4a43-9c0c-0d6a1b2c3d0${place}`,
        })
        .execute();
    traffic.refused += 100_000;
    sweepStops.foreign_store += 1;
    const ping = db.ping;
    db.ping = () => Promise.reject(new Error('away'));
    const after = await read();
    db.ping = ping;
    const firing = await firingAlerts(promtool!, RULES, { first: before, second: after, names });
    expect(firing).toEqual(
      expect.arrayContaining([
        'DatabaseDown',
        'MailsNotSent',
        'MailsGivenUp',
        'Overloaded',
        'SweepStopped',
      ]),
    );
    expect(firing).not.toContain('DocumentInfected');
  });

  test('all metrics are in the format of Prometheus', async () => {
    expect(readSamples(healthy).length).toBeGreaterThan(50);
    const { code, output } = await runProgram(promtool!, ['check', 'metrics'], { input: healthy });
    // Exit code 3: readable, with advice on names of the library's own metrics.
    expect([0, 3], output).toContain(code);
  });
});
