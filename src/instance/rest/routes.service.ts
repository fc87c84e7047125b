import type { Profile } from '../profiles.ts';
import { batchRoutes } from './batches/batch-routes.ts';
import type { Route } from './call.ts';
import type { CollectionSpec } from './collection.ts';
import { collectionRoutes } from './collection-routes.ts';
import { contacts } from './contacts.service.ts';
import { employerRegistrations } from './employer-registrations.service.ts';
import { employers } from './employers.service.ts';
import { faculty } from './faculty.service.ts';
import { fieldRoutes } from './field-routes.ts';
import { linkRoutes } from './link-routes.service.ts';
import { networkEmployerRegistrations } from './network-employer-registrations.service.ts';
import { picklistRoutes } from './picklist-routes.ts';
import { staff } from './staff.service.ts';
import { studentRoutes } from './student-routes.ts';
import { students } from './students.service.ts';

/** The collections of an instance of this profile. */
export function collectionsOf(profile: Profile): readonly CollectionSpec[] {
  return [
    employers,
    employerRegistrations,
    networkEmployerRegistrations(profile),
    contacts,
    students,
    faculty,
    staff,
  ];
}

/** Every route of the REST API; of two that fit a path, the first of its method answers. */
export function routesOf(specs: readonly CollectionSpec[]): readonly Route[] {
  return [
    ...studentRoutes,
    ...specs.flatMap(collectionRoutes),
    ...batchRoutes,
    ...picklistRoutes(specs),
    ...fieldRoutes(specs),
    ...linkRoutes,
  ];
}

export type Found =
  | {
      readonly kind: 'route';
      readonly route: Route;
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'other method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown' };

/** The route that answers a method at a path below the base address. HEAD is answered as GET. */
export function findRoute(routes: readonly Route[], method: string, path: string): Found {
  const fitting = routes.flatMap((route) => {
    const params = paramsOf(route.path, path);
    return params === undefined ? [] : [{ route, params }];
  });
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = fitting.find(({ route }) => route.method === wanted);
  if (found !== undefined) return { kind: 'route', ...found };
  const allow = [...new Set(fitting.map(({ route }) => route.method))];
  return allow.length > 0 ? { kind: 'other method', allow } : { kind: 'unknown' };
}

function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, piece] of wanted.entries()) {
    const value = decoded(given[index] ?? '');
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name === undefined ? piece !== value : value === '') return undefined;
    if (name !== undefined) params[name] = value;
  }
  return params;
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch (error) {
    if (error instanceof URIError) return piece;
    throw error;
  }
}
