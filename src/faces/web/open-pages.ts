import type { Hono } from 'hono';
import type { Redisplay } from './csrf.ts';
import type { WebContext, WebEnv } from './env.ts';

/** Further pages that stand beside operations, such as the hosted form; they are open to everybody. */
export type OpenPages = {
  readonly path: string;
  readonly app: Hono<WebEnv>;
  /** Where less is read than elsewhere: paths, and bytes. */
  readonly limits?: readonly { readonly path: string; readonly maxSize: number }[];
  readonly again?: Redisplay;
  /** What somebody sees on their own paths when we have a bug or a broken machine. */
  readonly failed?: (c: WebContext) => Promise<Response> | undefined;
};
