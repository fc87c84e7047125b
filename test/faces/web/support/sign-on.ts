import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** What the sign-on says about whoever is at the keyboard. */
export type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string };

/**
 * A campus sign-on on this machine (OpenID Connect, code flow with PKCE): whoever visits it is signed in as `says`. It checks what
 * it is sent as strictly as a real one.
 */
export async function aSignOn(says: Claims) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const state = { says, forged: false, down: false, audience: 'quadwire' };
  const codes = new Map<string, { nonce: string; challenge: string; redirect: string }>();
  const app = new Hono();
  const issuer = () => `http://127.0.0.1:${port}`;
  app.get('/.well-known/openid-configuration', (c) => {
    if (state.down) return c.text('closed for the night', 503);
    return c.json({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    });
  });
  app.get('/keys', (c) =>
    c.json({
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
    }),
  );
  app.get('/authorize', (c) => {
    const asked = c.req.query();
    if (asked['client_id'] !== 'quadwire' || asked['code_challenge_method'] !== 'S256')
      return c.text('unknown client', 400);
    const code = randomBytes(8).toString('hex');
    const redirect = asked['redirect_uri'] ?? '';
    codes.set(code, { nonce: asked['nonce'] ?? '', challenge: asked['code_challenge'] ?? '', redirect });
    const back = new URL(redirect);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked['state'] ?? '');
    return c.redirect(back.href);
  });
  app.post('/token', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const code = form.get('code') ?? '';
    const known = codes.get(code);
    codes.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      known !== undefined &&
      verifier === known.challenge &&
      form.get('redirect_uri') === known.redirect &&
      form.get('client_secret') === 'secret of the client';
    if (!isRight) return c.json({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const idToken = jwt(state.forged ? forger.privateKey : privateKey, {
      ...state.says,
      iss: issuer(),
      aud: state.audience,
      iat: now,
      exp: now + 60,
      nonce: known.nonce,
    });
    return c.json({
      access_token: 'opens-other-doors',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idToken,
    });
  });
  const { port, close } = await listening(app);
  return { issuer: issuer(), state, close };
}

function jwt(key: Parameters<typeof sign>[2], claims: Readonly<Record<string, unknown>>): string {
  const body = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part(claims)}`;
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`;
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function listening(app: Hono): Promise<{ port: number; close: () => Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ port, close: () => new Promise((done) => void server.close(() => done())) }),
    );
  });
}
