/** Collections of the service, and what each offers (REST 4.2). */
export const collections = [
  'employers',
  'employer-registrations',
  'network-employer-registrations',
  'contacts',
  'students',
  'faculty',
  'staff',
] as const;
export type Collection = (typeof collections)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request by route: only what the specification's tables have can be written here. */
export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly collection?: Collection;
  /** A link of a record, which leads outside the tables. */
  readonly link?: true;
};

const lists: ReadonlySet<Collection> = new Set(collections.filter((name) => name !== 'contacts'));
const written: ReadonlySet<Collection> = new Set(['employers', 'contacts', 'students', 'faculty', 'staff']);

/** Every route of the specification, as the client calls them. */
export const routes = {
  list: (collection: Collection) => route('GET', `/v1/${collection}`, collection),
  get: (collection: Collection, id: string) => route('GET', `/v1/${collection}/${part(id)}`, collection),
  create: (collection: Collection) => route('POST', `/v1/${collection}`, collection),
  update: (collection: Collection, id: string) => route('PUT', `/v1/${collection}/${part(id)}`, collection),
  batchCreate: (collection: Collection) => route('POST', `/v1/${collection}`, collection),
  batchUpdate: (collection: Collection) => route('PUT', `/v1/${collection}`, collection),
  batch: (id: string) => route('GET', `/v1/batch/${part(id)}`),
  picklist: (collection: Collection, field: string) =>
    route('GET', `/v1/picklists/${collection}/${part(field)}`),
  fields: (objectType: string) => route('GET', `/v1/fields/${part(objectType)}`),
  studentBySchoolId: (id: string) => route('GET', `/v1/students/schoolStudentId/${part(id)}`, 'students'),
  applications: (id: string) => route('GET', `/v1/students/${part(id)}/applications`, 'students'),
  addRights: (id: string) => route('POST', `/v1/students/${part(id)}/rights`, 'students'),
  removeRights: (id: string) => route('DELETE', `/v1/students/${part(id)}/rights`, 'students'),
} as const;

/** The route of a record's `link`; undefined where it leads elsewhere. */
export function linkRoute(link: string): Route | undefined {
  const path = /^\/v1\/[a-z-]+\/[\w.~-]+$/.exec(link)?.[0];
  if (path === undefined || /\/\.{1,2}$/.test(path)) return undefined;
  const collection = collections.find((name) => path.startsWith(`/v1/${name}/`));
  return { ...route('GET', path, collection), link: true };
}

/** Whether the specification's tables have a route. The client asks before every call. */
export function isOffered({ method, path }: Route): boolean {
  const [, version, first = '', second, third, more] = path.split('/');
  if (version !== 'v1' || more !== undefined) return false;
  if (first === 'batch' || first === 'fields')
    return method === 'GET' && isName(second) && third === undefined;
  if (first === 'picklists')
    return method === 'GET' && collections.some((name) => name === second) && isName(third);
  const collection = collections.find((name) => name === first);
  if (collection === undefined) return false;
  if (third !== undefined) return collection === 'students' && isStudentRoute(method, second, third);
  if (method === 'GET') return lists.has(collection) && (second === undefined || isName(second));
  if (method === 'POST') return written.has(collection) && second === undefined;
  return method === 'PUT' && written.has(collection) && (second === undefined || isName(second));
}

function isStudentRoute(method: Method, second: string | undefined, third: string): boolean {
  if (method === 'GET')
    return (second === 'schoolStudentId' && isName(third)) || (isName(second) && third === 'applications');
  return (method === 'POST' || method === 'DELETE') && isName(second) && third === 'rights';
}

function route(method: Method, path: string, collection?: Collection): Route {
  return { method, path, collection };
}

/** A part of a path; an id of dots would lead to another route. */
function part(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('an id: expected text, came half of a surrogate pair');
  return encodeURIComponent(value).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%252E'));
}

const isName = (text: string | undefined) =>
  text !== undefined && text !== '' && text !== '.' && text !== '..';
