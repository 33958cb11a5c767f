import type { Rule } from 'eslint';

declare const loneText: Rule.RuleModule;
export default loneText;
