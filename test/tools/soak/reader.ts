/** Somebody who is signed in and looks at page after page, following every link. */
export type Reader = {
  /** The next page of the round; a round is over when every link that was found has been followed. */
  readonly next: () => Promise<Visit>;
};

export type Visit = { readonly path: string; readonly status: number; readonly ms: number };

/** Opens the one-time link of the first operator as a person does. */
export async function comeIn(link: string): Promise<Reader> {
  const { origin } = new URL(link);
  const jar = new Map<string, string>();
  const send = async (address: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie, origin };
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (name !== undefined && value !== undefined) jar.set(name, value);
    }
    return answer;
  };
  /** As a browser does: a connection that the server closes just as it is used again is no answer. */
  const read = async (address: string, again = true): Promise<{ answer: Response; text: string }> => {
    try {
      const answer = await send(address);
      return { answer, text: await answer.text() };
    } catch (error) {
      if (!again || !isReset(error)) throw error;
      return read(address, false);
    }
  };
  const { text: page } = await read(link);
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page) ?? [];
  const person = { name: 'A reader', email: 'reader@quadwire.example', password: 'a long night of reading' };
  const entered = await send(link, { method: 'POST', body: new URLSearchParams({ csrf, ...person }) });
  if (entered.status !== 303) throw new Error(`the first operator was not let in: ${entered.status}`);
  let waiting: string[] = [];
  const known = new Set<string>();
  return {
    next: async () => {
      if (waiting.length === 0) {
        waiting = ['/'];
        known.clear();
        known.add('/');
      }
      const path = waiting.shift() ?? '/';
      const began = performance.now();
      const { answer, text } = await read(`${origin}${path}`);
      for (const found of linksIn(text)) {
        // Of the pages of one kind, such as all jobs, a hundred a round are enough.
        const kind = found.replaceAll(/\d+/g, '0').split('?')[0] ?? '';
        const alike = [...known].filter((one) => one.startsWith(kind.slice(0, 6))).length;
        if (known.has(found) || alike > 100) continue;
        known.add(found);
        waiting.push(found);
      }
      return { path, status: answer.status, ms: performance.now() - began };
    },
  };
}

function isReset(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    cause instanceof Error && 'code' in cause && /^(ECONNRESET|UND_ERR_SOCKET)$/.test(String(cause.code))
  );
}

function linksIn(page: string): string[] {
  return [...page.matchAll(/ (?:href|data-poll)="(\/[^"#]*)/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
}
