import { useQuery } from '@tanstack/react-query';
import { curlLine } from '../api/curl';
import { serverQuery } from '../api/server';
import { CopyButton } from './CopyButton';

// CopyAsCurl gives the main request of a page to the terminal. The token is a variable of the shell: a page never
// knows one.
export function CopyAsCurl({ path }: { path: string }) {
  const server = useQuery(serverQuery);
  const baseURL = server.data?.baseURL ?? window.location.origin;
  return <CopyButton label="Copy as curl" icon="terminal" text={curlLine({ baseURL, path })} />;
}
