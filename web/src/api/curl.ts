export interface CurlRequest {
  baseURL: string;
  path: string;
  // The token, if it may be shown. Without it the line uses a shell variable.
  token?: string;
}

// curlLine returns the request as a command for a terminal. Without a token the command reads a shell variable, in
// double quotes so that the shell expands it.
export function curlLine({ baseURL, path, token }: CurlRequest): string {
  const authorization = token ? `'Authorization: Bearer ${token}'` : '"Authorization: Bearer $MILLRACE_TOKEN"';
  const address = `${baseURL.replace(/\/$/, '')}${path}`;
  return `curl -H ${authorization} -H 'accept: application/json' ${quoteIfNeeded(address)}`;
}

function quoteIfNeeded(address: string): string {
  return /^[A-Za-z0-9:/._~-]+$/.test(address) ? address : `'${address.replace(/'/g, "'\\''")}'`;
}
