/**
 * What the compiler cannot see: the walls between the rooms (docs/house.md), hooks, and what makes a
 * line hard to read. Layout is the formatter's.
 */
import { readFileSync } from 'node:fs';
import parser from '@babel/eslint-parser';
import reactHooks from 'eslint-plugin-react-hooks';
import loneText from './scripts/lint/lone-text.mjs';

const TESTS = ['**/*.test.{ts,tsx}'];

/** `[pattern, why]` of module names that some files may not import, types included. */
const refuse = (files, ignores, ...patterns) => ({
  files,
  ignores: [...TESTS, ...ignores],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: patterns.map(([regex, message]) => ({ regex, message })) },
    ],
  },
});
const NO_SCREENS = ['^#app/', 'server/ never knows the screens: they come in at run time.'];
const NO_SQL = [
  '^(kysely|pg|node:sqlite)(/|$)',
  'SQL lives in server/db/ and in stores, so that every query and its scope is found there.',
];
/** Backups copy all tables of both engines by their catalogues: no query there is about a noun. */
const HOLD_SQL = ['server/db/**', 'server/backups/**', 'server/**/{store,*-store}.ts'];

const WALLS = [
  refuse(
    ['domain/**/*.ts'],
    [],
    [
      '^(?!\\.|#domain/|zod/mini$)',
      'domain/ is what the business means: domain/ and zod/mini, which weighs a third of zod.',
    ],
  ),
  refuse(
    ['content/**/*.ts'],
    [],
    ['^(?!\\.|#content/|#domain/)', 'content/ is words as typed objects: domain/ only.'],
  ),
  refuse(['server/**/*.ts'], HOLD_SQL, NO_SCREENS, NO_SQL),
  refuse(HOLD_SQL, [], NO_SCREENS),
  refuse(
    ['app/**/*.{ts,tsx}'],
    // Both run on the server alone.
    ['app/entry.server.tsx', 'app/handler.ts'],
    ['^(#server/|node:)', 'app/ learns everything through /api/v1.'],
  ),
];

const ONE_PLACE = [
  {
    files: ['{domain,content,server,app}/**/*.{ts,tsx}'],
    ignores: [...TESTS, 'server/config.ts', 'server/main.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only server/config.ts reads it: once, validated, and passed in.',
        },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: [...TESTS, 'app/storage/**', 'app/enhance/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'localStorage',
          message: 'Only app/storage/ uses it, so that a logout clears everything.',
        },
      ],
    },
  },
];

/** The first words of the addresses in the table of routes. */
const SCREENS = [
  ...new Set(
    [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('([\w-]+)/g)].map(
      ([, word]) => word,
    ),
  ),
].join('|');
const byHand = (selector) => ({
  selector: `:not(CallExpression[callee.name='apiPath']) > ${selector}`,
  message: 'A path built by hand: take it from app/paths.ts, which the compiler checks.',
});
const PATHS = {
  files: ['app/**/*.{ts,tsx}'],
  // Besides the two tables: what cannot afford the router behind `href`.
  ignores: [
    ...TESTS,
    ...['app/routes.ts', 'app/paths.ts', 'app/enhance/**', 'app/offline/screen-addresses.ts'],
  ],
  rules: {
    'no-restricted-syntax': [
      'error',
      byHand(`Literal[value=/^\\u002F(${SCREENS})(?![\\w-])/]`),
      byHand(`TemplateLiteral[quasis.0.value.cooked=/^\\u002F(${SCREENS})(?![\\w-])/]`),
    ],
  },
};

/** In journeys: a new document or screen, and then that something is not there. */
const OPENS = [
  'ExpressionStatement[expression.argument.callee.property.name=/^(goto|reload|goBack|goForward|open|goTo)$/]',
  "ExpressionStatement[expression.argument.callee.name='openAs']",
  "VariableDeclaration[declarations.0.init.argument.callee.property.name='open']",
];
const IS_ABSENT = [
  "[expression.argument.callee.property.name='toBeHidden']",
  "[expression.argument.callee.property.name='toHaveCount'][expression.argument.arguments.0.value=0]",
  "[expression.argument.callee.object.property.name='not'][expression.argument.callee.property.name=/^to(BeVisible|BeAttached|ContainText|HaveText|HaveURL)$/]",
];

export default [
  {
    ignores: [
      'build/',
      'data/',
      '.react-router/',
      'test-results/',
      'screens/',
      'coverage/',
      '**/*.generated.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    languageOptions: {
      parser,
      parserOptions: {
        requireConfigFile: false,
        // The TypeScript compiler of this project offers no parser to other tools; Babel's reads
        // the same syntax.
        babelOptions: {
          configFile: false,
          babelrc: false,
          browserslistConfigFile: false,
          parserOpts: { plugins: ['typescript', 'jsx'] },
        },
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', 12],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', 500],
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'no-nested-ternary': 'error',
      'no-sequences': ['error', { allowInParentheses: false }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  // Journeys depend on no speed: the clock is moved, and what is on a page is awaited.
  {
    files: ['tests/e2e/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression:matches([callee.name='expect'], [callee.object.name='expect']) > AwaitExpression.arguments",
          message:
            'Read once: use `await expect(locator)`, `expect.poll` or `await expect(promise).resolves`.',
        },
        {
          selector: "CallExpression[callee.property.name='waitForTimeout']",
          message: 'A sleep is too short on a busy machine: wait for what comes after it.',
        },
        {
          selector: "Literal[value='networkidle']",
          message: 'The network is idle by chance: wait for the answer that is meant.',
        },
        {
          selector: "CallExpression[callee.property.name='isVisible']",
          message: 'Too early, it takes the wrong branch: ask for the width of the screen.',
        },
        {
          selector: `:matches(${OPENS}) + ExpressionStatement:matches(${IS_ABSENT})`,
          message: 'Nothing is there yet either: first await what the same load shows.',
        },
        {
          selector: "CallExpression[callee.property.name='setOffline']",
          message: 'The page may not have what it needs without a line: `goOffline` waits for it.',
        },
        {
          selector:
            "CallExpression[callee.property.name='toPass'] AwaitExpression :matches(" +
            'CallExpression[callee.property.name=/^(click|press|fill|check|goto|reload)$/])',
          message: 'What is done again until it works hides that it does not: repeat reads only.',
        },
        {
          selector:
            "VariableDeclarator > AwaitExpression > CallExpression[callee.property.name='boundingBox']",
          message: 'Measured once, perhaps too early: `settled`, then `expect.poll`.',
        },
      ],
    },
  },
  // The compiler that it runs on each file is half the cost of the lint; tests have no components.
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  // Public pages carry no React: nothing on them looks for a text that it has rendered.
  {
    files: ['app/**/*.tsx'],
    ignores: ['app/pages/public/**'],
    plugins: { house: { rules: { 'lone-text': loneText } } },
    rules: { 'house/lone-text': 'error' },
  },
  ...WALLS,
  ...ONE_PLACE,
  PATHS,
];
