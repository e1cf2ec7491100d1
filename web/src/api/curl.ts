export interface CurlRequest {
  baseURL: string;
  path: string;
  // The token itself where it may be shown; the name of a shell variable elsewhere.
  token?: string;
}

// curlLine is the same request for a terminal. Without a token it reads one from the shell, inside double
// quotes so that the shell puts it in.
export function curlLine({ baseURL, path, token }: CurlRequest): string {
  const authorization = token ? `'Authorization: Bearer ${token}'` : '"Authorization: Bearer $MILLRACE_TOKEN"';
  const address = `${baseURL.replace(/\/$/, '')}${path}`;
  return `curl -H ${authorization} -H 'accept: application/json' ${quoteIfNeeded(address)}`;
}

function quoteIfNeeded(address: string): string {
  return /^[A-Za-z0-9:/._~-]+$/.test(address) ? address : `'${address.replace(/'/g, "'\\''")}'`;
}
