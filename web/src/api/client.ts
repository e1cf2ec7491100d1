import createClient from 'openapi-fetch';
import type { paths } from './schema.gen';

// Same origin and cookie session: no token ever passes through this code on its way to the server.
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
});
