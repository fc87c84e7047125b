import { isDeepStrictEqual } from 'node:util';
import { allApiRoutes } from '../../../../src/faces/api/routes.routes.ts';

/** What is wrong with an answer beside what its route declares; undefined when nothing is. */
export async function objectionTo(
  method: string,
  address: string,
  response: Response,
): Promise<string | undefined> {
  const { pathname } = new URL(address);
  if (!pathname.startsWith('/api/v1/')) return undefined;
  const path = pathname.slice('/api/v1'.length);
  const route = allApiRoutes.find(
    (one) =>
      one.method.toUpperCase() === method.toUpperCase() &&
      new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const type = response.headers.get('content-type') ?? '';
  if (route === undefined || response.status === 304) return undefined;
  if (response.status >= 400)
    return type.startsWith('application/problem+json')
      ? undefined
      : `${method} ${path}: ${type} is no problem`;
  const value: unknown = JSON.parse(await response.clone().text());
  const read = route.answer.safeParse(value);
  if (!read.success) return `${method} ${route.path}: ${read.error.message}`;
  // A member that the schema does not know is not in what it reads.
  return isDeepStrictEqual(JSON.parse(JSON.stringify(read.data)), value)
    ? undefined
    : `${method} ${route.path} answers more than it declares: ${JSON.stringify(value).slice(0, 300)}`;
}
