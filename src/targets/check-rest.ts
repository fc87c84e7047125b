import type { RateNews } from '../rest/bucket.ts';
import type { Failure } from '../rest/outcomes.ts';
import { SECOND } from '../core/clock.ts';
import { connectRest, type RestConnecting } from './connect-rest.ts';
import type { Target } from './targets.queries.ts';

/** `getPicklist industry`, and what came: `62 entries`, or why nothing did. */
export type RestCheckRequest = { readonly what: string; readonly answered: boolean; readonly said: string };

/** Longer than this nobody looks at a check. */
const TIMEOUT_MS = 20 * SECOND;

/**
 * Tries a target's REST service with one call: whether the token is right, what its limits are, and a page of employers. Nothing is
 * asked where the definition names no address. Writes nothing.
 */
export async function checkRest(
  connecting: RestConnecting,
  target: Pick<Target, 'name' | 'definition' | 'builtIn' | 'secrets'>,
): Promise<readonly RestCheckRequest[]> {
  if (target.definition.rest === undefined) return [];
  let limits: RateNews | undefined;
  const hooks = {
    onResponse: (_request: unknown, response: { readonly limits?: RateNews }) => {
      limits = response.limits;
    },
  };
  const connection = connectRest({ ...connecting, hooks }, target, 'people');
  if (connection.kind === 'none')
    return [{ what: 'REST', answered: false, said: `not tried, ${connection.reason}` }];
  const page = await connection.client.employers.page({}, { timeout: TIMEOUT_MS });
  const token = tokenLine(page.kind === 'answered' ? undefined : page);
  if (page.kind !== 'answered') return [token, ...limitsLine(limits)];
  const { total, models } = page.value;
  const said = `${total} in all, ${models.length} on the first page`;
  return [token, ...limitsLine(limits), { what: 'REST employers', answered: true, said }];
}

function tokenLine(failure: Failure | undefined): RestCheckRequest {
  if (failure === undefined) return { what: 'REST token', answered: true, said: 'accepted' };
  const words = failure.message === undefined ? '' : ` (“${failure.message.slice(0, 200)}”)`;
  switch (failure.kind) {
    case 'unauthorized':
      return { what: 'REST token', answered: false, said: `not accepted, ${failure.reason}${words}` };
    case 'forbidden':
      return {
        what: 'REST token',
        answered: false,
        said: `has no right to employers, ${failure.reason}${words}`,
      };
    case 'notFound':
      return {
        what: 'REST address',
        answered: false,
        said: `no employers there, ${failure.reason}; it ends in /api/public`,
      };
    default:
      return { what: 'REST employers', answered: false, said: `${failure.kind}, ${failure.reason}${words}` };
  }
}

/** What the headers of the limits say (REST 8); nothing where no answer came. */
function limitsLine(limits: RateNews | undefined): readonly RestCheckRequest[] {
  if (limits === undefined) return [];
  const { daily, remaining, reset } = limits;
  const missing = Object.entries({
    'X-Rate-Limit-Limit': daily,
    'X-Rate-Limit-Remaining': remaining,
    'X-Rate-Limit-Reset': reset,
  }).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const until =
    reset === undefined ? '' : `, until ${reset.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const left =
    daily === undefined || remaining === undefined ? '' : `${remaining} of ${daily} calls left${until}`;
  const lack = missing.length === 0 ? '' : `the answer lacks ${missing.join(', ')}`;
  const said = [left, lack].filter((part) => part !== '').join('; ');
  return [{ what: 'REST limits', answered: missing.length === 0, said }];
}
