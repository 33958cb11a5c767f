import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { planAssignment, randomFrom, type Plan } from './assignment-rules.ts';

const seedOf = (text: string) => createHash('sha256').update(text).digest('hex');

type World = { entries: string[]; judges: string[]; needed: number; barred: Set<string> };

function worldOf(name: string): World {
  const random = randomFrom(seedOf(name));
  const pick = (most: number) => 1 + Math.floor(random() * most);
  const entries = Array.from({ length: pick(30) }, (_, index) => `e${index}`);
  const judges = Array.from({ length: pick(9) }, (_, index) => `j${index}`);
  const share = random() * 0.6;
  const barred = new Set(
    entries.flatMap((entry) =>
      judges.flatMap((judge) => (random() < share ? [`${entry} ${judge}`] : [])),
    ),
  );
  return { entries, judges, needed: pick(4), barred };
}

const planOf = ({ entries, judges, needed, barred }: World, seed: string): Plan =>
  planAssignment(
    entries.map((id) => ({ id, needed, readers: [] })),
    judges.map((id) => ({ id, load: 0 })),
    (entry, judge) => barred.has(`${entry} ${judge}`),
    randomFrom(seedOf(seed)),
  );

const loadsOf = ({ judges }: World, plan: Plan) =>
  judges.map((judge) => [...plan.values()].filter((chosen) => chosen.includes(judge)).length);

/** Whether each load can be at most this: by augmenting paths, one seat at a time. */
function isPossible({ entries, judges, needed, barred }: World, most: number): boolean {
  const taken = new Map<string, string[]>(judges.map((judge) => [judge, []]));
  const place = (entry: string, seen: Set<string>): boolean =>
    judges.some((judge) => {
      if (barred.has(`${entry} ${judge}`) || seen.has(judge)) return false;
      const list = taken.get(judge)!;
      if (list.includes(entry)) return false;
      seen.add(judge);
      if (list.length < most) return Boolean(list.push(entry));
      const index = list.findIndex((other) => other !== entry && place(other, seen));
      if (index < 0) return false;
      list[index] = entry;
      return true;
    });
  return entries.every((entry) => {
    const able = judges.filter((judge) => !barred.has(`${entry} ${judge}`)).length;
    return Array.from({ length: Math.min(needed, able) }).every(() => place(entry, new Set()));
  });
}

const WORLDS = Array.from({ length: 200 }, (_, index) => `world ${index}`);

test('each entry has as many judges as may read it, never a barred or a second same one', () => {
  for (const name of WORLDS) {
    const world = worldOf(name);
    for (const [entry, chosen] of planOf(world, name)) {
      const able = world.judges.filter((judge) => !world.barred.has(`${entry} ${judge}`));
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.every((judge) => able.includes(judge))).toBe(true);
      expect(chosen).toHaveLength(Math.min(world.needed, able.length));
    }
  }
});

test('the greatest load is as small as it can be; without bars, loads differ by one at most', () => {
  for (const name of WORLDS) {
    const world = worldOf(name);
    const loads = loadsOf(world, planOf(world, name));
    const most = Math.max(...loads);
    if (most > 0) expect([name, isPossible(world, most - 1)]).toEqual([name, false]);
    const free = { ...world, barred: new Set<string>() };
    const even = loadsOf(free, planOf(free, name));
    expect(Math.max(...even) - Math.min(...even)).toBeLessThanOrEqual(1);
  }
});

test('the same input in any order gives the same plan, another seed another one', () => {
  for (const name of WORLDS) {
    const world = worldOf(name);
    const turned = {
      ...world,
      entries: world.entries.toReversed(),
      judges: world.judges.toReversed(),
    };
    expect(planOf(turned, name)).toEqual(planOf(world, name));
  }
  const big = { ...worldOf('x'), entries: WORLDS, judges: ['a', 'b', 'c', 'd', 'e'], needed: 2 };
  expect(planOf(big, 'one')).not.toEqual(planOf(big, 'two'));
});

test('judges are linked by entries in common where there are enough of them', () => {
  for (const name of WORLDS) {
    const judges = ['a', 'b', 'c', 'd', 'e', 'f'];
    const world = { entries: WORLDS.slice(0, 6), judges, needed: 2, barred: new Set<string>() };
    const groups = new Map(judges.map((judge) => [judge, judge]));
    for (const [one, other] of planOf(world, name).values()) {
      const [from, to] = [groups.get(one!)!, groups.get(other!)!];
      for (const [judge, group] of groups) if (group === from) groups.set(judge, to);
    }
    expect(new Set(groups.values()).size).toBe(1);
  }
});

test('whoever reads already keeps that, and counts', () => {
  const plan = planAssignment(
    [
      { id: 'one', needed: 1, readers: ['a'] },
      { id: 'two', needed: 1, readers: ['b'] },
    ],
    [
      { id: 'a', load: 1 },
      { id: 'b', load: 1 },
      { id: 'c', load: 1 },
    ],
    () => false,
    randomFrom(seedOf('x')),
  );
  expect(plan.get('one')).not.toContain('a');
  expect(plan.get('two')).not.toContain('b');
});

test('1,500 proposals with three reviews each, 60 judges, 16 regions, 2 % conflicts: 75 each', () => {
  const judges = Array.from({ length: 60 }, (_, index) => `judge ${index}`);
  const entries = Array.from({ length: 1500 }, (_, index) => `entry ${index}`);
  const barred = new Set(
    entries.flatMap((entry, at) =>
      judges.flatMap((judge, place) =>
        at % 16 === place % 16 || (at * 7 + place * 13) % 50 === 0 ? [`${entry} ${judge}`] : [],
      ),
    ),
  );
  const world = { entries, judges, needed: 3, barred };
  expect(loadsOf(world, planOf(world, 'whole'))).toEqual(Array(60).fill(75));
});
