import createClient from 'openapi-fetch';
import type { paths } from './schema.gen';

// The client sends the session cookie to the same origin, so this code never handles a token.
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
});
