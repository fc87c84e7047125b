import type { Db } from '../../src/db/db.ts';
import { Killed } from './world.ts';

/** Whether a worker was killed. */
export const isDeath = (error: unknown): boolean =>
  error instanceof Killed || (error instanceof Error && error.cause instanceof Killed);

/** A service whose caller dies with the call. */
export function deadly<T extends object>(service: T, kill: () => void): T {
  return new Proxy(service, {
    get: (of, name) => {
      const member: unknown = Reflect.get(of, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await member.apply(of, args);
        } catch (error) {
          if (error instanceof Killed) kill();
          throw error;
        }
      };
    },
  });
}

/** A database that a process reaches no more once it was killed. */
export function mortal(db: Db): readonly [Db, () => void] {
  let isDead = false;
  const proxy = new Proxy(db, {
    get: (of, name) => {
      if (isDead) throw new Killed('the worker was killed');
      const member: unknown = Reflect.get(of, name);
      return typeof member === 'function' ? member.bind(of) : member;
    },
  });
  return [proxy, () => void (isDead = true)];
}
