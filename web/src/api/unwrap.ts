import { problemFromResponse, unreachable } from './problem';

interface CallResult<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

// unwrap waits for a call and returns its data. It throws a Problem if the call failed.
export async function unwrap<T>(call: Promise<CallResult<T>>): Promise<T> {
  const { data, error, response } = await call.catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw problemFromResponse(response, error);
  return data as T;
}
