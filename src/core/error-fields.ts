/** What a log line says of an error. Errors of the database repeat the values of their query, which may be a person's: those are left out. */
export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutValues(error) : typeof error;
  const { name, message, stack = '', cause } = error;
  return {
    name,
    message: withoutValues(message),
    at: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim().slice(3)),
    cause: cause === undefined ? undefined : errorFields(cause),
  };
}

function withoutValues(message: string): string {
  return (message.split('\nparams:')[0] ?? '').slice(0, 500);
}
