/** Whether a page says by its title or first heading that it is an error, a sign-in or a check for robots, and no content. */
export function isErrorPage(text: string): boolean {
  const headings = [...text.matchAll(/<(title|h1|h2)\b[^>]*>([\s\S]*?)<\/\1>/gi)]
    .slice(0, 3)
    .map(([, tag = '', words = '']) => ({ tag, words: words.replace(/<[^>]*>/g, ' ') }));
  const titles = headings.filter(({ tag }) => !/^h2$/i.test(tag));
  return (titles.length > 0 ? titles : headings).some(({ words }) => complaint.test(words));
}

/** The name of a job may hold such words too: what is meant is what the whole title says. */
const complaint = new RegExp(
  [
    String.raw`^\W*(http )?(error )?(40\d|410|429|50\d)\b(?! (jobs|open|positions|vacancies|results))|\berror (40\d|410|429|50\d)\b`,
    String.raw`^\W*error\b|\berror\W*$|\b(server|application|internal|database|gateway|runtime|fatal) error\b`,
    String.raw`went wrong|not found|page (introuvable|nicht gefunden)|forbidden|access denied|(un|not )available\b|bad gateway`,
    String.raw`^\W*maintenance\W*$|\b(in|under|for|planned|scheduled) maintenance|maintenance (mode|page|window|in progress)`,
    String.raw`\b(log|sign) ?[io]n\s*(\W*$|[-–—|:·]|to\b)`,
    'just a moment|attention required|are you (a )?human|captcha',
  ].join('|'),
  'i',
);
