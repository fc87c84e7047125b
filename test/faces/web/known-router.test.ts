import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { knownRouter } from '../../../src/faces/web/known-router.ts';

function anApp(router?: ReturnType<typeof knownRouter>) {
  const app = new Hono(router && { router: router as never });
  app.use(async (c, next) => {
    await next();
    c.header('asked', c.req.path);
  });
  app.get('/feeds/add', (c) => c.text('add'));
  app.get('/feeds/:name', (c) => c.text(`feed ${c.req.param('name')}`));
  app.post('/feeds/:name', (c) => c.text(`changed ${c.req.param('name')}`));
  return app;
}

async function ask(one: Hono, method: string, path: string) {
  const response = await one.request(path, { method });
  return [response.status, response.headers.get('asked'), await response.text()];
}

test('an address that was asked for before answers as it did, each method and name for itself', async () => {
  const [app, plain] = [anApp(knownRouter()), anApp()];
  const paths = ['/feeds/add', '/feeds/acme', '/feeds/b%20c', '/feeds', `/feeds/${'x'.repeat(300)}`];
  for (const path of [...paths, ...paths])
    for (const method of ['GET', 'POST', 'HEAD', 'DELETE'])
      expect(await ask(app, method, path)).toEqual(await ask(plain, method, path));
});

test('addresses that anybody may think of do not fill the memory', () => {
  const router = knownRouter<string>();
  router.add('GET', '/:any', 'handler');
  const first = router.match('GET', '/first');
  expect(router.match('GET', '/first')).toBe(first);
  const long = `/${'a'.repeat(300)}`;
  expect(router.match('GET', long)).not.toBe(router.match('GET', long));
  expect(router.match('GET', '/first')).toBe(first);
  for (let n = 0; n < 1_000; n += 1) router.match('GET', `/${n}`);
  expect(router.match('GET', '/first')).not.toBe(first);
});
