import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
  ToolSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import manifest from '../../../../package.json' with { type: 'json' };
import { deferred } from '../../../core/deferred.ts';
import { errorText } from '../../../core/error-text.ts';
import type { Log } from '../../../core/log.ts';
import { type Actor, mayDo, type Scope } from '../../../platform/accounts/permissions.ts';
import {
  execute,
  failureText,
  type Operation,
  type Performed,
  type Services,
} from '../../../operations/registry/operation.ts';
import { operations } from '../../../operations/registry/operation-registry.ts';
import { type Command, done, misused } from '../command.ts';
import { servicesOf } from '../cli-services.ts';
import { withProduct } from '../with-product.ts';

/** Nouns that no assistant touches, whatever it is allowed. */
const WITHHELD = ['setting', 'user', 'session', 'token'];
const allowable = ['write', 'approve'] as const satisfies readonly Scope[];
type Allowed = (typeof allowable)[number];

export const mcp: Command = {
  name: 'mcp',
  usage: '[--allow write,approve]',
  about:
    'Serves the operations to an assistant over standard input and output (Model Context Protocol). It can only read unless --allow says more.',
  options: { allow: { type: 'string', multiple: true } },
  words: [0, 0],
  run: async (given) => {
    const asked = given.flags.many('allow').flatMap((text) => text.split(','));
    const allowed = allowable.filter((scope) => asked.includes(scope));
    const unknown = asked.find((scope) => !allowable.some((one) => one === scope));
    if (unknown !== undefined) return misused(`--allow must be write, approve or both, not “${unknown}”`);
    return withProduct(given, async ({ context }) => {
      const { local: _, ...services } = servicesOf(context);
      const transport = new StdioServerTransport();
      // The transport does not notice that standard input ended.
      process.stdin.once('end', () => void transport.close());
      await serveTools({ ...services, log: context.log }, allowed, transport);
      return done;
    });
  },
};

/** Serves the tools until the client ends the connection. */
export async function serveTools(
  services: Services & { readonly log: Log },
  allowed: readonly Allowed[],
  transport: Transport,
): Promise<void> {
  const actor: Actor = { kind: 'token', id: 'mcp', name: 'mcp', scopes: ['read', ...allowed], limits: {} };
  const tools = new Map(
    operations.filter((op) => isOffered(op, actor, allowed)).map((op) => [toolName(op), op]),
  );
  const server = new Server({ name: 'quadwire', version: manifest.version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(toolOf) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) => {
    const op = tools.get(name);
    if (op === undefined) return failed(`There is no tool ${name}, or it is not allowed here.`);
    const known = Object.keys(inputOf(op).shape);
    const stray = Object.keys(input).find((key) => !known.includes(key));
    if (stray !== undefined) return failed(`${stray} is not known here. ${name} takes ${known.join(', ')}.`);
    // What is thrown may say what no answer may: statements, and the values in them.
    return execute(services, actor, op, input).then(resultOf, (error: unknown) => {
      services.log.error('tool failed', { tool: name, error: errorText(error) });
      return failed(`${name} failed here: the log says why.`);
    });
  });
  const closed = deferred<void>();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the server is not an event target
  server.onclose = closed.resolve;
  await server.connect(transport).then(() => closed.promise);
}

function isOffered(op: Operation, actor: Actor, allowed: readonly Allowed[]): boolean {
  const isLeft = !op.secret && !WITHHELD.includes(op.name.split('.')[0] ?? '');
  return isLeft && mayDo(actor, op.permission) && (op.kind === 'query' || allowed.length > 0);
}

function toolName({ name }: Operation): string {
  return name.replaceAll(/[.-]/g, '_');
}

const confirmation = z.object({
  confirm: z.string().optional().describe('Repeats the name of the effect.'),
  count: z.int().optional().describe('Repeats the number of the effect.'),
});

/** What a tool takes, and nothing else: a key that is misspelt would widen what is done. */
function inputOf(op: Operation) {
  const shape = Object.entries(op.input.shape).filter(([key]) => !op.localKeys?.includes(key));
  return z.strictObject({ ...Object.fromEntries(shape), ...(op.confirms && confirmation.shape) });
}

function toolOf(op: Operation): Tool {
  return ToolSchema.parse({
    name: toolName(op),
    description: `${op.summary}.`,
    inputSchema: z.toJSONSchema(inputOf(op), { io: 'input', unrepresentable: 'any' }),
    outputSchema: z.toJSONSchema(op.output, { io: 'input', unrepresentable: 'any' }),
    annotations: {
      readOnlyHint: op.kind === 'query',
      destructiveHint: op.confirms,
      idempotentHint: op.once !== true,
      openWorldHint: false,
    },
  });
}

function resultOf(performed: Performed): CallToolResult {
  if ('value' in performed) {
    const json: unknown = JSON.parse(JSON.stringify(performed.value));
    return {
      content: [{ type: 'text', text: performed.text ?? JSON.stringify(json) }],
      structuredContent: z.record(z.string(), z.unknown()).parse(json),
    };
  }
  if (performed.kind !== 'confirmation_required') return failed(failureText(performed));
  const { name, count, sentence } = performed.effect;
  return failed(`${sentence} To do it, repeat the call with confirm “${name}” and count ${count}.`);
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
