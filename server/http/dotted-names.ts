/** `{ 'a.b': 1 }` as `{ a: { b: 1 } }`: how a query names the fields of an object. */
export function nestDotted(flat: Record<string, unknown>): Record<string, unknown> {
  const dotted = Object.keys(flat).filter((name) => name.includes('.'));
  if (dotted.length === 0) return flat;
  const nested = new Map<string, [string, unknown][]>();
  for (const name of dotted) {
    const [outer, ...inner] = name.split('.');
    nested.set(outer!, [...(nested.get(outer!) ?? []), [inner.join('.'), flat[name]]]);
  }
  const objects = [...nested].map(([name, fields]) => [name, Object.fromEntries(fields)]);
  return { ...flat, ...Object.fromEntries(objects) };
}
