import type { Adapter, DocumentHead } from '../adapter.ts';

export type Recognition =
  | { readonly kind: 'known'; readonly adapter: Adapter; readonly confidence: number; readonly why: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The adapter that is surest of a document, with how sure and why; earlier ones of the registry win ties. */
export function detect(head: DocumentHead, adapters: readonly Adapter[]): Recognition {
  let best: Extract<Recognition, { kind: 'known' }> | undefined;
  for (const adapter of adapters) {
    const detection = adapter.detect(head);
    if (detection !== undefined && detection.confidence > (best?.confidence ?? 0))
      best = { kind: 'known', adapter, ...detection };
  }
  return best ?? { kind: 'unknown', reason: unknownReason(head) };
}

function unknownReason(head: DocumentHead): string {
  if (head.text.trim() === '') return 'the document is empty';
  switch (head.kind) {
    case 'xml':
      if (/^(staffingorder|staffingrequest)$/.test(head.root ?? ''))
        return `an order between staffing agencies (<${head.root ?? ''}>), no feed of jobs`;
      return `no job feed is known with the root element <${head.root ?? ''}>`;
    case 'json':
      if (isCutOff(head.text)) return 'the JSON ends too early';
      return `no job feed is known with the JSON keys ${head.names.slice(0, 5).join(', ') || '(none)'}`;
    case 'html':
      return 'a web page in place of a feed';
    case 'csv':
      return 'a table without columns that a job has';
    case 'text':
      return 'neither XML nor JSON nor a table nor a web page';
    default:
      return head.kind satisfies never;
  }
}

/** Whether all of a small document is there, and something in it stays open. */
function isCutOff(text: string): boolean {
  const marks = text.replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '');
  const count = (some: RegExp) => marks.match(some)?.length ?? 0;
  return text.length < 16_000 && count(/[[{]/g) > count(/[\]}]/g);
}
