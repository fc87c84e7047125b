import { createSoapClient, type SoapClientOptions } from '../../src/soap/client.ts';
import type { Fetch, FetchInit } from '../../src/core/net/http.ts';
import { handleSoapRequest, type SoapServiceOptions } from '../../src/soap/service.ts';
import type { JobWebService } from '../../src/soap/types.ts';
import type { HttpAnswer } from './answers.ts';

export const namespace = 'urn:JobWebService';
export const endpoint = 'http://school.example/soap';

/** A service that answers like a healthy one; give what matters. */
export const aService = (overrides: Partial<JobWebService> = {}): JobWebService => ({
  testService: async () => ({ kind: 'answered', value: 'ok' }),
  getPicklist: async () => ({ kind: 'answered', value: [] }),
  processJob: async () => ({ kind: 'answered', value: 'created:1' }),
  deleteJob: async () => ({ kind: 'answered', value: true }),
  ...overrides,
});

/** A `fetch` that puts requests straight into our service, and keeps the last one. */
export function wireTo(options: Partial<SoapServiceOptions> = {}): Fetch & { last: () => Request } {
  const seen: Request[] = [];
  const fetch: Fetch = async (url, { body = '', ...init }) => {
    seen.push({ ...init, url, body });
    const response = await handleSoapRequest(
      { service: aService(), namespace, ...options },
      {
        contentType: init.headers['Content-Type'],
        soapAction: init.headers['SOAPAction'],
        body: new TextEncoder().encode(body),
      },
    );
    return new Response(response.body, {
      status: response.status,
      headers: { 'content-type': response.contentType },
    });
  };
  return Object.assign(fetch, {
    last: () => {
      const request = seen.at(-1);
      if (!request) throw new Error('no request was sent');
      return request;
    },
  });
}

type Request = FetchInit & { readonly url: string; readonly body: string };

export const aClient = (overrides: Partial<SoapClientOptions> = {}) =>
  createSoapClient({ endpoint, namespace, fetch: wireTo(), ...overrides });

/** A client whose every call gets this answer. */
export function clientAnsweredWith({ status = 200, headers = {}, body }: HttpAnswer) {
  return aClient({
    maxBytes: 100_000,
    clock: { now: () => new Date('2026-11-20T12:00:00Z') },
    fetch: async () => new Response(body, { status, headers: { 'content-type': 'text/xml', ...headers } }),
  });
}
