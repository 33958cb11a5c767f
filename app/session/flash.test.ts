import { expect, test } from 'vitest';
import { isOwnPath } from './flash.ts';

test.each(['/dashboard', '/dashboard/applicant/submit?programId=p1', '/'])('%s is a path of ours', (path) => expect(isOwnPath(path)).toBe(true));
test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', 'dashboard', '/a\\b', '/\t/evil.example'])('%j is not', (path) => expect(isOwnPath(path)).toBe(false));
