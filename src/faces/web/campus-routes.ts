import { Hono } from 'hono';
import { type Campus, campusCallback } from '../../platform/accounts/campus.ts';
import type { WebEnv } from './env.ts';
import { localPath, seeOther } from './redirects.ts';

/** The visit to the campus sign-on and back; absent without a configured sign-on. */
export function campusRoutes(campus: Campus | undefined): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  if (campus === undefined) return app;
  app.get('/sign-in/campus', async (c) => {
    const started = await campus.start(localPath(c.req.query('next')), c.req.raw.headers);
    return started.kind === 'redirect'
      ? seeOther(c, started.url, started.headers)
      : c.redirect('/sign-in?error=unreachable', 303);
  });
  app.get(campusCallback, (c) => campus.finish(c.req.raw));
  return app;
}

/** Why the campus sign-on failed, by the library's code; text from an address is never shown. */
export function campusProblem(campus: Campus | undefined, code: string | undefined): string | undefined {
  if (campus === undefined || code === undefined) return undefined;
  switch (code) {
    case 'signup_disabled':
    case 'signup disabled':
      return `Nobody with this e-mail address was added here. ${byWhom}`;
    case 'account_not_linked':
    case 'email_not_verified':
      return `${sentenceOf(campus.name)} has not verified your e-mail address, so it opens nothing here. ${byWhom}`;
    case 'email_not_found':
      return `${sentenceOf(campus.name)} did not give your e-mail address. ${byWhom}`;
    case 'access_denied':
      return `You stopped at ${campus.name}. Nothing was done.`;
    case 'unreachable':
      return `${sentenceOf(campus.name)} cannot be reached now. Try again in a minute, or sign in with a password.`;
    default:
      return `${sentenceOf(campus.name)} could not be used this time. Try again.`;
  }
}

const byWhom = 'Ask the administrator of this server.';

function sentenceOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
