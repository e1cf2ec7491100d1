import type { components } from './schema.gen';

type ErrorBody = components['schemas']['Error'];

interface ProblemParts {
  status: number;
  message: string;
  hint: string;
  requestID?: string;
  retryAfterSeconds?: number;
}

// Problem is the one error of this application: what happened, what to do, and an id to quote.
export class Problem extends Error {
  // 0 when no answer came at all.
  readonly status: number;
  readonly hint: string;
  readonly requestID?: string;
  readonly retryAfterSeconds?: number;

  constructor(parts: ProblemParts) {
    super(parts.message);
    this.name = 'Problem';
    this.status = parts.status;
    this.hint = parts.hint;
    this.requestID = parts.requestID;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof Problem && error.status === 401;
}

// problemOf turns whatever was thrown into something a person can read.
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem({
    status: 0,
    message: error instanceof Error ? error.message : String(error),
    hint: 'Reload the page. If it happens again, report it with the time at which it happened.',
  });
}

export function unreachable(): Problem {
  return new Problem({
    status: 0,
    message: 'the server cannot be reached',
    hint: 'Check your network and that the server is running, then try again.',
  });
}

export function problemFromAnswer(response: Response, body: unknown): Problem {
  const text = (body as ErrorBody | undefined)?.error;
  return new Problem({
    status: response.status,
    message: withoutCode(text?.errorString) || `the server answered with status ${response.status}`,
    hint: text?.errorDetail || 'Try again in a moment.',
    requestID: text?.requestID ?? response.headers.get('X-Request-ID') ?? undefined,
    retryAfterSeconds: wholeSeconds(response.headers.get('Retry-After')),
  });
}

// The status code at the front is for programs; a person reads the sentence after it.
function withoutCode(errorString: string | undefined): string {
  return (errorString ?? '').replace(/^\d{3}: /, '');
}

function wholeSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
