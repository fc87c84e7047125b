import { type Context, Hono } from 'hono';
import { handleSoapRequest } from '../soap/service.ts';
import type { JobWebService } from '../soap/types.ts';
import { writeFault } from '../soap/envelope-write.ts';
import { writeWsdl } from '../soap/wsdl.ts';
import { type Ending, endingInstead, spoil } from './faults/fault-effects.ts';
import { hangUp } from './faults/hang-up.ts';
import type { Instance } from './reference-instance.ts';
import { readBody } from './instance-body.ts';
import { type Strike, type Watch, watched } from './watched-jobs.ts';

/** A job with a long description and its documents stays far below this. */
const mostBytes = 25_000_000;

/** SOAP at `/soap`, its WSDL at `/soap?wsdl`. */
export function soapRoutes(instance: Instance, service: JobWebService, watch: Watch): Hono {
  const soap = new Hono();

  soap.get('/', (c) => {
    if (!new URL(c.req.url).searchParams.keys().some((name) => name.toLowerCase() === 'wsdl'))
      return c.text('JobWebService speaks SOAP 1.1 by POST. Its WSDL is at ?wsdl.', 405, { allow: 'POST' });
    return c.body(writeWsdl(instance.namespace, addressOf(c)), 200, { 'content-type': xml });
  });

  soap.post('/', async (c) => {
    if (!isWelcome(instance, c.req.header('authorization'))) return unwelcome(instance);
    const body = await readBody(c.req.raw, mostBytes);
    if (body.kind === 'too large') return fault('Client', `The request is above ${mostBytes} bytes.`, 413);
    const strikes: Strike[] = [];
    const answer = await handleSoapRequest(
      {
        service: watched(service, watch, (strike) => strikes.push(strike)),
        namespace: instance.namespace,
        maxBytes: mostBytes,
      },
      {
        contentType: c.req.header('content-type'),
        soapAction: c.req.header('soapaction'),
        body: body.bytes,
      },
    );
    const response = new Response(answer.body, {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    });
    const ending = await endingOf(response, strikes.at(0), c.req.url);
    return ending.kind === 'hang up' ? hangUp(c) : ending.response;
  });

  soap.all('/', (c) => c.text('JobWebService speaks SOAP 1.1 by POST.', 405, { allow: 'GET, POST' }));
  return soap;
}

const xml = 'text/xml; charset=utf-8';

async function endingOf(response: Response, strike: Strike | undefined, url: string): Promise<Ending> {
  if (strike === undefined) return { kind: 'answer', response };
  const instead = strike.instead === undefined ? undefined : endingInstead(strike.instead, url);
  return instead ?? spoil(response, strike.after);
}

/** `basic`: any user, a token as password. `token`: `Token …`, as the REST half, or `Bearer …`. */
function isWelcome({ soapAuth, tokens }: Instance, header: string | undefined): boolean {
  if (soapAuth === 'none') return true;
  const [, scheme = '', given = ''] = /^(\S+)\s+(.+?)\s*$/.exec(header ?? '') ?? [];
  if (soapAuth === 'token') return /^(token|bearer)$/i.test(scheme) && tokens.has(given);
  const [, ...password] = Buffer.from(given, 'base64').toString('utf8').split(':');
  return /^basic$/i.test(scheme) && tokens.has(password.join(':'));
}

function unwelcome({ soapAuth }: Instance): Response {
  const response = fault('Client', 'The call does not show who is calling.', 401);
  response.headers.set('www-authenticate', soapAuth === 'basic' ? 'Basic realm="JobWebService"' : 'Token');
  return response;
}

function fault(code: 'Client', message: string, status: number): Response {
  return new Response(writeFault({ code, message }), { status, headers: { 'content-type': xml } });
}

/** The address the caller used, which a proxy may have seen first. */
function addressOf(c: Context): string {
  const { origin, pathname } = new URL(c.req.url);
  return `${origin}${pathname}`;
}
