/** The oldest supported browsers: the first with cascade layers. */
export const BROWSERS = ['chrome99', 'safari15.4', 'firefox97'];

/** The same for lightningcss, which packs the three parts of a version into one number. */
export const STYLE_TARGETS = {
  chrome: 99 << 16,
  safari: (15 << 16) | (4 << 8),
  ios_saf: (15 << 16) | (4 << 8),
  firefox: 97 << 16,
};
