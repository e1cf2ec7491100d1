import { problemFromAnswer, unreachable } from './problem';

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

// answer waits for a call and gives its data, or throws a Problem.
export async function answer<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call.catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw problemFromAnswer(response, error);
  return data as T;
}
