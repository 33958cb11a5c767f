import { expect, test } from 'vitest';
import { OWN_QUEUE, SCREENS } from '#domain/screens.ts';
import { paths } from './paths.ts';

type Path = string | ((names: Record<string, string>) => string);
const NAMES = { id: '8a7', number: 'PT-1', programId: '9b8', token: '7c6', draftId: '6d5' };
const resolve = (path: Path): string => (typeof path === 'string' ? path : path(NAMES));

test.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])(
  'the server links to %s where the app has it',
  (name) => expect(resolve(SCREENS[name] as Path)).toBe(resolve(paths[name] as Path)),
);

test('and to the queue of an admin', () =>
  expect(OWN_QUEUE).toBe(paths.submissions({ assigned_to: 'me' })));
