import type { Context } from 'hono';

/** Ends the connection without an answer. Where there is no socket (a request from the same process), the answer's body fails. */
export function hangUp(c: Context): Response {
  const env: unknown = c.env;
  const socket = memberOf(memberOf(env, 'incoming'), 'socket');
  if (hasDestroy(socket)) {
    socket.destroy();
    return new Response(null);
  }
  const dead = new ReadableStream({
    start: (controller) => controller.error(new Error('the connection died on demand')),
  });
  return new Response(dead, { status: 500 });
}

function memberOf(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  return Reflect.get(value, name);
}

function hasDestroy(value: unknown): value is { destroy: () => void } {
  return typeof memberOf(value, 'destroy') === 'function';
}
