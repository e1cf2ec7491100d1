export interface CurlRequest {
  baseURL: string;
  path: string;
  // The token, if it may be shown. Without it the line uses a shell variable.
  token?: string;
  // What a request that creates something sends.
  body?: unknown;
}

// curlLine returns the request as a command for a terminal. Without a token the command reads a shell variable, in
// double quotes so that the shell expands it.
export function curlLine({ baseURL, path, token, body }: CurlRequest): string {
  const authorization = token ? `'Authorization: Bearer ${token}'` : '"Authorization: Bearer $MILLRACE_TOKEN"';
  const address = `${baseURL.replace(/\/$/, '')}${path}`;
  const data = body === undefined ? '' : `-H 'content-type: application/json' -d ${inQuotes(JSON.stringify(body))} `;
  return `curl -H ${authorization} -H 'accept: application/json' ${data}${quotedAddress(address)}`;
}

const quotedAddress = (address: string) => (/^[A-Za-z0-9:/._~-]+$/.test(address) ? address : inQuotes(address));

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

// quoted returns a value as a shell reads it.
export const quoted = (value: string) => (/^[A-Za-z0-9:._-]+$/.test(value) ? value : inQuotes(value));
