/** An error as the log may keep it. */
interface LoggedError {
  readonly [key: string]: unknown;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: string;
}

/** Where Drizzle's message goes on with the values of the query: people's words, emails, hashes. */
const VALUES = /\nparams: /;

/**
 * An error for the log (a serializer): its class, what failed and where, never the values that a
 * query held. What led to a query's failure is told by its code alone, since PostgreSQL quotes values
 * in its messages.
 */
export function loggedError(error: Error): LoggedError {
  const { message, cause } = error;
  const [statement = ''] = message.split(VALUES, 1);
  const isQuery = statement !== message;
  return {
    type: error.name,
    message: statement,
    stack: (error.stack ?? '').replace(message, () => statement),
    ...(cause instanceof Error ? { cause: isQuery ? codeOf(cause) : cause.message } : {}),
  };
}

function codeOf(cause: Error): string {
  return 'code' in cause ? `${cause.name} ${String(cause.code)}` : cause.name;
}
