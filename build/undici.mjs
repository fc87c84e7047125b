import request from 'undici/lib/api/api-request.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

/** What of undici the program calls: the whole of it brings its own fetch, WebSockets, caches and mocks. */
Object.assign(Dispatcher.prototype, { request });
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
