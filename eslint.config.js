/**
 * What the compiler cannot see: hooks, and what makes a line hard to read. Layout is Prettier's.
 */
import parser from '@babel/eslint-parser';
import reactHooks from 'eslint-plugin-react-hooks';
import loneText from './scripts/lint/lone-text.mjs';

export default [
  { ignores: ['build/', 'data/', '.react-router/', 'test-results/', 'screens/', 'coverage/'] },
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
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'no-nested-ternary': 'error',
      'no-sequences': ['error', { allowInParentheses: false }],
      'no-var': 'error',
      'prefer-const': 'error',
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
];
