/** What other files use of `model.mjs`: its worlds and known defects, by name. */
export const worlds: Readonly<Record<string, unknown>>;
export const mutations: Readonly<Record<string, readonly [world: string, what: string]>>;
