/** What tells whether a database is the one that this machine's journal belongs to. */
export type Installed = {
  /** The id and the place that the database says of itself; absent in a fresh one. */
  readonly id?: string;
  readonly home?: string;
  /** Its current place: cluster and database, or folder. */
  readonly here: string;
  /** The id that the journal's folder remembers of the database that stood here. */
  readonly remembered?: string;
};

export type InstallationPlace =
  | { readonly kind: 'new' }
  | { readonly kind: 'in service' }
  /** A copy, or another one's: nothing is posted from it until a person says `claim`. */
  | { readonly kind: 'copied'; readonly reason: string };

/** Whether a database may post: a copy that was restored elsewhere must not (it would post beside the original). */
export function installationPlaceOf({ id, home, here, remembered }: Installed): InstallationPlace {
  if (id === undefined) return { kind: 'new' };
  if (home !== here)
    return {
      kind: 'copied',
      reason: 'this database was copied or restored from elsewhere; it posts nothing until `quadwire claim`',
    };
  if (remembered !== undefined && remembered !== id)
    return {
      kind: 'copied',
      reason:
        'this database is not the one that the journal here belongs to; `quadwire recover` compares, `quadwire claim` takes it into service',
    };
  return { kind: 'in service' };
}
