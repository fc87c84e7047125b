import type { FeedDefinition } from '../../db/schema/feeds.schema.ts';
import type { Adapter } from '../adapter.ts';
import { customAdapter } from '../formats/custom.ts';
import { adapterNamed } from '../registry.ts';

/**
 * The adapter that a feed's definition asks for: by its name, by its own mapping, or the one that is surest of the document. What a
 * definition says was checked when it was written, so a mapping that does not hold falls back to looking.
 */
export function adapterOf({
  adapter,
  mapping,
}: Pick<FeedDefinition, 'adapter' | 'mapping'>): Adapter | 'auto' {
  if (adapter !== 'custom') return adapterNamed(adapter) ?? 'auto';
  const outcome = customAdapter(mapping);
  return outcome.kind === 'adapter' ? outcome.adapter : 'auto';
}
