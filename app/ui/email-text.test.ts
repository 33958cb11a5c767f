import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './email-text.tsx';

test('an address breaks after its @ and before its dots, so that no letters stand alone', () => {
  const markup = renderToStaticMarkup(createElement(EmailText, { address: 'ama@example.com' }));
  expect(markup).toBe(
    '<span><span>ama@</span><wbr/><span>example</span><wbr/><span>.com</span></span>',
  );
});
