import { expect, test } from 'vitest';
import { tellApart } from './tell-apart.ts';

test('only what has the same label gets its detail, and the order stays', () => {
  const people = [
    { value: '1', label: 'Ama Mensah', detail: 'ama@firm.example' },
    { value: '2', label: 'Kofi Asante', detail: 'kofi@firm.example' },
    { value: '3', label: 'Ama Mensah', detail: 'mensah@firm.example' },
  ];
  expect(tellApart(people)).toEqual([
    { value: '1', label: 'Ama Mensah (ama@firm.example)' },
    { value: '2', label: 'Kofi Asante' },
    { value: '3', label: 'Ama Mensah (mensah@firm.example)' },
  ]);
});
