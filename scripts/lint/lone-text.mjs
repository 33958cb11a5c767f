/**
 * Translators and extensions wrap each text of a page in elements of their own. React then cannot
 * find a text that it wants to change, to remove, or to insert something before, unless the text is
 * the only child of its element. So this rule refuses, beside other children of one element,
 *
 * - a text that can change, or that comes and goes: one template string, or an element of its own;
 * - something that comes and goes just before a text: the text in an element of its own.
 */
const ELEMENT_NAME = /(^|[a-z])([dD]ialog|[pP]anel)$/;
const CONSTANT = /^[A-Z][A-Z0-9_]*$|[lL]abels$|^site$|Page$/;

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      text: 'A text that can change stands beside other children of its element: make it one template string with them, or give it an element of its own.',
      before: 'This comes and goes just before a text: give the text an element of its own.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const check = (node) => {
      const children = node.children.filter(isShown);
      if (children.length < 2) return;
      const shapes = children.map((child) => shapeOf(child, sourceCode));
      children.forEach((child, place) => {
        if (shapes[place].isChangingText) context.report({ node: child, messageId: 'text' });
        else if (shapes[place].comesAndGoes && isBeforeText(shapes, place))
          context.report({ node: child, messageId: 'before' });
      });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

const isShown = (child) =>
  child.type === 'JSXText'
    ? child.value.trim() !== '' || !child.value.includes('\n')
    : child.expression?.type !== 'JSXEmptyExpression';

/** Whether the next thing that is surely there is a text. */
function isBeforeText(shapes, place) {
  for (const shape of shapes.slice(place + 1)) {
    if (shape.isText) return true;
    if (!shape.comesAndGoes) return false;
  }
  return false;
}

const ELEMENT = {};
const TEXT = { isText: true };
const CHANGING = { isText: true, isChangingText: true };
const LIST = { comesAndGoes: true };

const inside = (node, of) => of(node.expression);

/** What each kind of child may put into the page. */
const SHAPES = {
  JSXText: () => TEXT,
  JSXElement: () => ELEMENT,
  JSXFragment: (node, of) => node.children.filter(isShown).map(of).reduce(either, {}),
  JSXExpressionContainer: inside,
  ChainExpression: inside,
  TSNonNullExpression: inside,
  Literal: ({ value }) => (['string', 'number'].includes(typeof value) ? TEXT : LIST),
  ConditionalExpression: (node, of) => switching(of(node.consequent), of(node.alternate)),
  LogicalExpression: (node, of) =>
    switching(node.operator === '&&' ? {} : of(node.left), of(node.right)),
  Identifier: (node, _of, sourceCode) => shapeOfName(node, sourceCode),
  MemberExpression: (node) => {
    if (ELEMENT_NAME.test(node.property.name ?? '')) return LIST;
    return CONSTANT.test(rootOf(node)) && !isIndexed(node) ? TEXT : CHANGING;
  },
};

function shapeOf(node, sourceCode) {
  const shape = SHAPES[node.type];
  if (shape) return shape(node, (inner) => shapeOf(inner, sourceCode), sourceCode);
  return holdsElement(node, sourceCode) ? LIST : CHANGING;
}

const either = (one, other) => ({
  isText: one.isText || other.isText,
  isChangingText: one.isChangingText || other.isChangingText,
  comesAndGoes: one.comesAndGoes || other.comesAndGoes,
});

/** Either of both is there at a time: a text of them comes and goes. */
const switching = (one, other) => ({
  ...either(one, other),
  comesAndGoes: true,
  isChangingText: one.isText || other.isText,
});

const rootOf = (node) => (node.object ? rootOf(node.object) : (node.name ?? ''));
const isIndexed = (node) => Boolean(node.object) && (node.computed || isIndexed(node.object));

/** A constant of the file, a prop by its declared type, or a name that says what it is. */
function shapeOfName(node, sourceCode) {
  if (node.name === 'children')
    return { ...ELEMENT, isText: !/\bchildren\??: ReactElement/.test(sourceCode.text) };
  if (node.name === 'undefined') return LIST;
  if (CONSTANT.test(node.name)) return TEXT;
  const init = findInit(node, sourceCode);
  if (init && holdsElement(init, sourceCode)) return shapeOf(init, sourceCode);
  return isDeclaredNode(node.name, sourceCode) ? LIST : CHANGING;
}

function findInit(node, sourceCode) {
  for (let scope = sourceCode.getScope(node); scope; scope = scope.upper) {
    const variable = scope.set.get(node.name);
    if (variable) return variable.defs[0]?.node.init;
  }
}

/** Whether the code of an expression, or of what it calls, has elements in it. */
function holdsElement(node, sourceCode) {
  const text = sourceCode.getText(node);
  if (/<[A-Za-z>]/.test(text)) return true;
  const name = node.callee?.name;
  if (!name) return false;
  return (
    isDeclaredNode(name, sourceCode) ||
    new RegExp(`(const|function) ${name}\\b[^;]*?<[A-Za-z>]`).test(sourceCode.text)
  );
}

const isDeclaredNode = (name, sourceCode) =>
  new RegExp(`\\b${name}\\??: [^;]*\\b(ReactNode|ReactElement)\\b`).test(sourceCode.text);
