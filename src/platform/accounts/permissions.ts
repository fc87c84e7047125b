/** What somebody may do. Each page and route asks for one of these. */
export const permissions = [
  'read',
  'label',
  'review',
  'operate',
  'approve',
  'override',
  'admin',
  'metrics',
] as const;
export type Permission = (typeof permissions)[number];

/** What a person is; each role may what the ones before it may. */
export const roles = ['viewer', 'reviewer', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What an API token is good for. */
export const scopes = ['read', 'write', 'approve', 'admin', 'metrics'] as const;
export type Scope = (typeof scopes)[number];

/** Who asks: a person who signed in, or an API token. */
export type Actor = {
  readonly id: string;
  /** For the record of who decided what: an e-mail address, or a token's name. */
  readonly name: string;
  readonly limits: Limits;
} & (
  | { readonly kind: 'person'; readonly role: Role; readonly sessionId: string }
  | { readonly kind: 'token'; readonly scopes: readonly Scope[] }
);

/** Names of targets and sources that somebody is limited to; undefined is no limit. */
export type Limits = { readonly targets?: readonly string[]; readonly sources?: readonly string[] };

export function mayDo(actor: Actor, permission: Permission): boolean {
  return actor.kind === 'person'
    ? ofRole[actor.role].includes(permission)
    : actor.scopes.some((scope) => ofScope[scope].includes(permission));
}

/** Whether a target is within somebody's limits. */
export function maySeeTarget({ targets }: Limits, target: string): boolean {
  return targets === undefined || targets.includes(target);
}

/** Whether a source is within somebody's limits. */
export function maySeeSource({ sources }: Limits, source: string): boolean {
  return sources === undefined || sources.includes(source);
}

/** Whether somebody has no limit: only then users, tokens and global settings are theirs to see. */
export function isUnlimited({ targets, sources }: Limits): boolean {
  return targets === undefined && sources === undefined;
}

const ofRole: Record<Role, readonly Permission[]> = {
  viewer: ['read'],
  reviewer: ['read', 'label', 'review'],
  operator: ['read', 'label', 'review', 'operate', 'approve', 'override'],
  admin: ['read', 'label', 'review', 'operate', 'approve', 'override', 'admin', 'metrics'],
};

const ofScope: Record<Scope, readonly Permission[]> = {
  read: ['read'],
  write: ['read', 'label', 'operate'],
  approve: ['read', 'review', 'approve'],
  admin: ['read', 'label', 'review', 'operate', 'approve', 'override', 'admin', 'metrics'],
  metrics: ['metrics'],
};
