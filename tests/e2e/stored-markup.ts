/** Executed if any of it is taken for a script; short, because many fields are. */
const RUN = 'ran=1';

/**
 * Markup that has been executed somewhere when shown again: by elements, attributes, addresses,
 * other namespaces, parser differences, and templates.
 */
export const MARKUP: readonly string[] = [
  `<script>${RUN}</script>`,
  `<ScRiPt >${RUN}</sCrIpT >`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=x oNeRrOr="&#114;an=1">`,
  `<img/src="x"/onerror=${RUN}//`,
  `"><img src=x onerror=${RUN}>`,
  `'"--></style></title></textarea></script><svg onload=${RUN}>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><a><rect width=99 height=99 /><animate attributeName=href values=javascript:${RUN} /></a></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}></style></mglyph></table></mtext></math>`,
  `<math href="javascript:${RUN}">press</math>`,
  `<a href="javascript:${RUN}">press</a>`,
  `<a href="java&#10;script:${RUN}">press</a>`,
  `<a href="&#1;javascript:${RUN}">press</a>`,
  `<a href="data:text/html,<script>opener.${RUN}</script>">press</a>`,
  `<a href="vbscript:${RUN}" onclick=${RUN}>press</a>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object><embed src="javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button formaction="javascript:${RUN}">send</button></form>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video><audio src=x onerror=${RUN}></audio>`,
  `<body onload=${RUN}><meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<link rel=stylesheet href="data:text/css,*{color:red}"><base href="https://evil.example/">`,
  `<style>@import 'https://evil.example/x.css';*{display:none!important}</style>`,
  `<p style="position:fixed;inset:0;background:url(javascript:${RUN})">over all</p>`,
  `<p class="sr-only" id="main" slot="x" is="x-y">ids and classes</p>`,
  `<template><img src=x onerror=${RUN}></template><noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<select><noembed></select><script>${RUN}</script></noembed>`,
  `<xmp><img src=x onerror=${RUN}></xmp><plaintext><img src=x onerror=${RUN}>`,
  `<!--><img src=x onerror=${RUN}>--><![CDATA[<img src=x onerror=${RUN}>]]>`,
  '{{constructor.constructor("ran=1")()}}${ran=1}<%= ran=1 %>',
];

/**
 * Whether any of it ran or could run: `ran` is set, or an element has an executable attribute or
 * address, or a style that covers the page. Evaluated in the page, which forbids `eval` only to
 * itself.
 */
export const FIND_RUNNABLE = `[
  ...(globalThis.ran === undefined ? [] : ['something ran']),
  ...[...document.body.querySelectorAll('*')].flatMap((element) => [...element.attributes]
    .filter(({ name, value }) => /^on/i.test(name) || /^\\W*(javascript|vbscript|data:text)/i.test(value))
    .map(({ name, value }) => element.localName + ' ' + name + '=' + value)),
  ...[...document.querySelectorAll('main iframe:not([src^="https://"]), main object, main embed, main base, main [is]')]
    .map(({ outerHTML }) => outerHTML.slice(0, 200)),
]`;
