import { type Exit, refused } from './command.ts';

/** What a call names and the installation does not have, with the command that shows what it has. */
export function noTarget(...names: readonly string[]): Exit {
  return refused(`There is no target ${names.join(' or ')}. \`target list\` shows all.`);
}

export function noFeed(name: string): Exit {
  return refused(`There is no feed ${name}. \`feed list\` shows all.`);
}
