/** An error without personal data, for the log. */
interface LoggedError {
  readonly [key: string]: unknown;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: string;
}

/**
 * Separates the statement from the query's values in Drizzle's message. The values contain user
 * input, emails and hashes.
 */
const VALUES = /\nparams: /;

/**
 * Serializes an error for the log: class, message and stack, never the values of a query. The cause
 * of a failed query is logged by its code only, because PostgreSQL quotes values in its messages.
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
