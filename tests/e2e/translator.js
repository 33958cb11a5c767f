/**
 * Runs in the page and does what a browser's translator does: each text is replaced by one in two
 * elements of the translator's own, now and whenever a text appears or changes. It begins when the
 * page has loaded and React, where there is one, has taken it over.
 */
const UNTRANSLATED =
  'script, style, title, textarea, option, noscript, svg *, font, [translate=no], [translate=no] *';

function wrap(text) {
  if (!text.parentElement || text.parentElement.matches(UNTRANSLATED)) return;
  const inner = document.createElement('font');
  inner.textContent = text.data;
  const outer = document.createElement('font');
  outer.append(inner);
  text.replaceWith(outer);
}

function wrapAll(root) {
  if (root instanceof Text) return wrap(root);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  texts.forEach(wrap);
}

const isTakenOver = () =>
  document.readyState === 'complete' &&
  (document.querySelector('script[data-then]') !== null ||
    Object.keys(document.body ?? {}).some((key) => key.startsWith('__reactFiber')));

function translate() {
  if (!isTakenOver()) return void setTimeout(translate, 20);
  wrapAll(document.body);
  document.documentElement.dataset.translated = '';
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') wrapAll(target);
      else addedNodes.forEach((node) => node.isConnected && wrapAll(node));
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

translate();
