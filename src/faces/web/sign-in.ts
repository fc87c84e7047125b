import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Campus } from '../../platform/accounts/campus.ts';
import { signIn, signOut } from '../../platform/accounts/accounts.ts';
import type { Auth } from '../../platform/accounts/auth.ts';
import { enterByLink, openEntryLink } from '../../platform/accounts/people.ts';
import { csrfToken } from './csrf.ts';
import { knownBrowser, rememberBrowser } from './known-browser.ts';
import { campusProblem, campusRoutes } from './campus-routes.ts';
import { addressOf, type WebContext, type WebDeps, type WebEnv } from './env.ts';
import { refuse } from './errors.ts';
import { errorAt, errorSummary, field, type FormError } from './html/html-fields.ts';
import { barePage, csrfField } from './html/html-layout.ts';
import { notice } from './html/pieces.ts';
import type { Html } from './html/format-text.ts';
import { localPath, seeOther, withQuery } from './redirects.ts';

/** `/sign-in`, its one-time links, and `/sign-out`. */
export function signInRoutes(deps: WebDeps, auth: Auth, campus: Campus | undefined): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  passwordRoutes(app, deps, auth, campus);
  app.route('/', campusRoutes(campus));
  linkRoutes(app, deps, auth);
  return app;
}

function passwordRoutes(app: Hono<WebEnv>, deps: WebDeps, auth: Auth, campus: Campus | undefined): void {
  const { db, clock, site } = deps;
  app.get('/sign-in', (c) =>
    c.html(
      signInPage({
        csrf: csrfToken(c, site),
        next: localPath(c.req.query('next')),
        campus: campus?.name,
        problem: campusProblem(campus, c.req.query('error')),
      }),
    ),
  );

  app.post('/sign-in', async (c) => {
    const form = await c.req.formData();
    const [email, password] = [textOf(form, 'email'), textOf(form, 'password')];
    const next = localPath(textOf(form, 'next'));
    const show = (errors: readonly FormError[], status: 422 | 429) =>
      c.html(signInPage({ csrf: csrfToken(c, site), next, email, errors, campus: campus?.name }), status);
    const missing = missingOf(email, password);
    if (missing.length > 0) return show(missing, 422);
    const outcome = await enter(c, deps, auth, { email, password });
    switch (outcome.kind) {
      case 'signed in':
        return seeOther(c, next, outcome.headers);
      case 'wrong':
        return show([{ id: 'email', message: 'E-mail address and password do not belong together' }], 422);
      case 'too many tries':
        return show(
          [
            {
              id: 'email',
              message: `Too many wrong passwords. Try again in ${outcome.minutes} minutes, or in a browser where you signed in before`,
            },
          ],
          429,
        );
    }
  });

  app.post('/sign-out', async (c) => {
    const actor = c.get('actor');
    const everywhere = textOf(await c.req.formData(), 'everywhere') !== '' && actor?.kind === 'person';
    const headers = await signOut({ db, clock, auth }, c.req.raw.headers, everywhere ? actor.id : undefined);
    return seeOther(c, '/sign-in', headers);
  });
}

/** Signs somebody in; the browser is known from then on. */
async function enter(
  c: WebContext,
  deps: WebDeps,
  auth: Auth,
  { email, password }: { readonly email: string; readonly password: string },
) {
  const { db, clock, site } = deps;
  const [network, browser] = [addressOf(c, deps), knownBrowser(c, site, email)];
  const headers = c.req.raw.headers;
  const outcome = await signIn({ db, clock, auth }, { email, password, network, browser, headers });
  if (outcome.kind === 'signed in') rememberBrowser(c, site, email);
  return outcome;
}

/** Links that open once: of the first operator, and of a user who has no password yet. */
function linkRoutes(app: Hono<WebEnv>, deps: WebDeps, auth: Auth): void {
  const { db, clock, site } = deps;
  app.get('/sign-in/once/:secret', async (c) => {
    const whom = await openEntryLink({ db, clock }, c.req.param('secret'));
    if (!whom) return refuse(c, 410, usedUp);
    const email = whom.kind === 'known' ? whom.user.email : undefined;
    return c.html(entryPage({ csrf: csrfToken(c, site), known: email }));
  });

  app.post('/sign-in/once/:secret', async (c) => {
    const secret = c.req.param('secret');
    const whom = await openEntryLink({ db, clock }, secret);
    if (!whom) return refuse(c, 410, usedUp);
    const form = await c.req.formData();
    const chosen = {
      email: textOf(form, 'email'),
      name: textOf(form, 'name'),
      password: textOf(form, 'password'),
    };
    const outcome = await enterByLink({ db, clock }, secret, chosen);
    switch (outcome.kind) {
      case 'used up':
        return refuse(c, 410, usedUp);
      case 'refused': {
        const known = whom.kind === 'known' ? whom.user.email : undefined;
        const errors = [{ id: outcome.field, message: outcome.reason }];
        return c.html(entryPage({ csrf: csrfToken(c, site), known, ...chosen, errors }), 422);
      }
      case 'entered': {
        const { email } = outcome;
        const entered = await enter(c, deps, auth, { email, password: chosen.password });
        return entered.kind === 'signed in' ? seeOther(c, '/', entered.headers) : c.redirect('/sign-in', 303);
      }
    }
  });
}

const usedUp =
  'It was used already, or it is too old. The operator of this server makes a new one with npx quadwire user add.';

export function signInPage(page: {
  csrf: string;
  next: string;
  email?: string;
  errors?: readonly FormError[];
  /** What the campus sign-on is called, where there is one. */
  campus?: string | undefined;
  /** Why the campus sign-on let nobody in. */
  problem?: string | undefined;
}): Html {
  const { csrf, next, email, errors = [], campus, problem } = page;
  return barePage({
    title: errors.length > 0 ? 'Error: Sign in' : 'Sign in',
    content: html`<div class="gate">${errorSummary(errors)}<h1>Sign in</h1>
${problem === undefined ? '' : notice('fail', 'You are not signed in', html`<p>${problem}</p>`)}
${campus === undefined ? '' : html`<p class="row band"><a class="button" href="${withQuery('/sign-in/campus', { next: next === '/' ? undefined : next })}">Sign in with ${campus}</a></p>`}
<form class="panel" method="post" action="/sign-in">${csrfField(csrf)}<input type="hidden" name="next" value="${next}">${[
      field({
        id: 'email',
        label: 'E-mail address',
        type: 'email',
        value: email,
        autocomplete: 'username',
        spellcheck: false,
        error: errorAt(errors, 'email'),
      }),
      field({
        id: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'current-password',
        error: errorAt(errors, 'password'),
      }),
    ]}
<div class="row band"><button class="primary">Sign in</button></div></form>
<p class="soft band">No account? The operator of this server adds one with <code>npx quadwire user add</code>; the first one signs in by the link that <code>npx quadwire user link --first</code> prints. Employers need no account: <a href="/post">post a job</a>.</p></div>`,
  });
}

function entryPage(page: {
  csrf: string;
  /** The address of somebody whom an operator added; absent: this is the first operator. */
  known?: string | undefined;
  email?: string;
  name?: string;
  errors?: readonly FormError[];
}): Html {
  const { csrf, known, email, name, errors = [] } = page;
  const title = known === undefined ? 'Become the first operator' : 'Choose a password';
  return barePage({
    title: errors.length > 0 ? `Error: ${title}` : title,
    content: html`<div class="gate">${errorSummary(errors)}<h1>${title}</h1>
<form class="panel" method="post">${csrfField(csrf)}${[
      known === undefined
        ? [
            field({ id: 'name', label: 'Your name', value: name, autocomplete: 'name' }),
            field({
              id: 'email',
              label: 'E-mail address',
              type: 'email',
              value: email,
              autocomplete: 'username',
              error: errorAt(errors, 'email'),
            }),
          ]
        : html`<p>For <strong>${known}</strong></p><input type="hidden" name="email" value="${known}" autocomplete="username">`,
      field({
        id: 'password',
        label: 'Password',
        hint: '12 characters or more. A few words are good.',
        type: 'password',
        autocomplete: 'new-password',
        error: errorAt(errors, 'password'),
      }),
    ]}
<div class="row band"><button class="primary">Save and sign in</button></div></form></div>`,
  });
}

function missingOf(email: string, password: string): FormError[] {
  return [
    ...(email.trim() === '' ? [{ id: 'email', message: 'Enter your e-mail address' }] : []),
    ...(password === '' ? [{ id: 'password', message: 'Enter your password' }] : []),
  ];
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
