const dir = process.argv[2]!;
const { measure, get } = await import(dir + '/bench/load.ts');
const { inWorld, signedIn } = await import(dir + '/bench/world.ts');
const { memoryOf } = await import(dir + '/bench/product.ts');
await inWorld({ proposals: 10050 }, async ({ product: { port, pid }, seeded }: any) => {
  let asked = 0; const next = () => { asked += 1; return get(`/api/v1/proposals/admin/all?limit=${50 - (asked % 2)}&skip=${asked}`, signedIn(seeded.adminToken)); };
  const out = [memoryOf(pid).toFixed(0)];
  for (let i = 0; i < 5; i += 1) { await measure({ port, next }, { connections: 8, milliseconds: 300_000, count: 2000 }); out.push(memoryOf(pid).toFixed(0)); }
  console.log(dir, 'RSS MB at start and after each 2,000 questions:', out.join(' '));
  return [];
});
