/** Tags of a description that stand as they are. */
export const plainTags: readonly string[] =
  'p div ul ol li strong em u h2 h3 h4 h5 h6 a blockquote code sub sup table thead tbody tr th td dl dt dd'.split(
    ' ',
  );

/** Tags that stand under another name. */
export const renamedTags: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  h1: 'h2',
  section: 'div',
  article: 'div',
};
