import { expect, it } from 'vitest';
import { joinFacts } from './join-facts.ts';

it('joins what there is, and no line can begin with a dot', () => {
  expect(joinFacts('Mining', undefined, false, '2 MB')).toBe('Mining\u00a0· 2 MB');
});
