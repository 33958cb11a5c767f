import parser from '@babel/eslint-parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import loneText from './lone-text.mjs';

const SETTINGS: Linter.Config = {
  plugins: { house: { rules: { 'lone-text': loneText } } },
  rules: { 'house/lone-text': 'error' },
  languageOptions: {
    parser,
    parserOptions: {
      requireConfigFile: false,
      babelOptions: { configFile: false, parserOpts: { plugins: ['typescript', 'jsx'] } },
    },
  },
};

const refusalsOf = (jsx: string, before = ''): (string | undefined)[] =>
  new Linter()
    .verify(`${before}\nexport const shown = ${jsx};`, SETTINGS)
    .map(({ messageId, message }) => messageId ?? message);

describe('a text in the portal', () => {
  it.each([
    ['alone', '<p>{count}</p>'],
    ['one template', '<p>{`${count} of ${total}`}</p>'],
    ['in an element of its own', '<p><b>{count}</b> <span>{unit}</span></p>'],
    ['constant beside a constant', '<p>{labels.sentTo} <b>{email}</b></p>'],
    ['before what comes and goes', '<p>{labels.sentTo} {isNew && <b>{email}</b>}</p>'],
    ['beside a prop that is an element', '<p><b>{label}</b>{action}</p>'],
  ])('stands: %s', (_name, jsx) => {
    expect(refusalsOf(jsx, 'type Props = { action?: ReactNode };')).toEqual([]);
  });

  it.each([
    ['changes beside another', '<p>{count} of {labels.total}</p>', 'text'],
    ['comes and goes beside another', '<p>{labels.keep} {isBusy && labels.wait}</p>', 'text'],
    ['comes and goes in a fragment', '<p><b>{a}</b>{isReady && <>{labels.ready}.</>}</p>', 'text'],
    ['switches beside an element', '<p>{isNew ? "New" : "Old"}<b>{name}</b></p>', 'text'],
    ['follows what comes and goes', '<p>{isNew && <b>!</b>}{labels.name}</p>', 'before'],
    ['follows a list', '<p>{names.map((name) => <b key={name} />)} {labels.name}</p>', 'before'],
  ])('is refused: %s', (_name, jsx, id) => {
    expect(refusalsOf(jsx)).toContain(id);
  });
});
