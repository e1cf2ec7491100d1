import type { components } from './schema.gen';

type ErrorBody = components['schemas']['Error'];

interface ProblemParts {
  status: number;
  message: string;
  hint: string;
  requestID?: string;
  retryAfterSeconds?: number;
  position?: TextPosition;
  ticket?: string;
}

// The wrong part of a text of the request, in characters.
export type TextPosition = components['schemas']['TextPosition'];

// Problem is the error type of this application: a message, a hint and a request id to report.
export class Problem extends Error {
  // 0 if there was no response.
  readonly status: number;
  readonly hint: string;
  readonly requestID?: string;
  readonly retryAfterSeconds?: number;
  readonly position?: TextPosition;
  // Of a sign-in whose password was right and whose code is missing.
  readonly ticket?: string;

  constructor(parts: ProblemParts) {
    super(parts.message);
    this.name = 'Problem';
    this.status = parts.status;
    this.hint = parts.hint;
    this.requestID = parts.requestID;
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.position = parts.position;
    this.ticket = parts.ticket;
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof Problem && error.status === 401;
}

// problemOf converts any thrown value to a Problem.
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem({
    status: 0,
    message: error instanceof Error ? error.message : String(error),
    hint: 'Reload the page. If it happens again, report the error and its time.',
  });
}

export function unreachable(): Problem {
  return new Problem({
    status: 0,
    message: 'the server cannot be reached',
    hint: 'Check your network and that the server is running, then try again.',
  });
}

export function problemFromResponse(response: Response, body: unknown): Problem {
  const text = (body as ErrorBody | undefined)?.error;
  return new Problem({
    status: response.status,
    message: withoutCode(text?.errorString) || `the server returned status ${response.status}`,
    hint: text?.errorDetail || 'Try again in a moment.',
    requestID: text?.requestID ?? response.headers.get('X-Request-ID') ?? undefined,
    retryAfterSeconds: wholeSeconds(response.headers.get('Retry-After')),
    position: text?.position,
    ticket: text?.secondFactor?.ticket,
  });
}

// withoutCode removes the status code, which is for programs, from the start of the message.
function withoutCode(errorString: string | undefined): string {
  return (errorString ?? '').replace(/^\d{3}: /, '');
}

function wholeSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
