/** The organization that the title of a channel names: `County of Kern - Job Openings`, `State University: All Jobs`. */
export function organizationIn(title: string | undefined): string | undefined {
  const name = title
    ?.replace(
      /\s*[:|–—-]\s*(all\s+)?(current\s+)?(search|open|job|employment)?\s*(jobs|postings|positions|openings|opportunities|listings|results|vacancies|careers|employment|search)\b.*$/i,
      '',
    )
    .replace(/\s+(job\s+)?(postings|openings|listings)$/i, '')
    .trim();
  return name === '' ? undefined : name;
}
