import { searchPage } from '../search.page.ts';
import { searchAll } from '../../../operations/search.operations.ts';
import { execute, failureText } from '../../../operations/registry/operation.ts';
import { refuse } from '../../web/errors.ts';
import { servicesOf } from '../../web/web-services.ts';
import { get, type PageRequest, type PageRoute } from '../page-route.ts';

export const searchRoutes: readonly PageRoute[] = [get('/search', 'read', search)];

async function search({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const words = (c.req.query('q') ?? '').trim();
  if (words === '') return c.html(searchPage(await frame(), words, []));
  const found = await execute(servicesOf(deps), actor, searchAll, { words });
  if (!('value' in found)) return refuse(c, 422, failureText(found));
  const { exact, items } = searchAll.output.parse(found.value);
  return exact === null ? c.html(searchPage(await frame(), words, items)) : c.redirect(exact, 303);
}
