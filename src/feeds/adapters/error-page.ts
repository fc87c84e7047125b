/** Whether a page says by its title or first heading that it is an error, a sign-in or a check for robots, and no content. */
export function isErrorPage(text: string): boolean {
  const headings = [...text.matchAll(/<(title|h1|h2)\b[^>]*>([\s\S]*?)<\/\1>/gi)].slice(0, 3);
  return headings.some(([, , words = '']) => complaint.test(words.replace(/<[^>]*>/g, ' ')));
}

const complaint =
  /\b(40[0-9]|410|429|50[0-9])\b|went wrong|not found|page (introuvable|nicht gefunden)|forbidden|access denied|unavailable|bad gateway|maintenance|log ?in\b|sign ?in\b|just a moment|attention required|are you (a )?human|captcha|\berror\b/i;
