/** The same without spaces: half as much to bring to each page. */
declare module 'axe-core/axe.min.js' {
  export { default } from 'axe-core';
}
