import { useQuery } from '@tanstack/react-query';
import { curlLine } from '../api/curl';
import { serverQuery } from '../api/server';
import { CopyButton } from './CopyButton';

// CopyAsCurl copies the main request of a page as a curl command. The token is a shell variable, because a page
// never knows a token.
export function CopyAsCurl({ path }: { path: string }) {
  const server = useQuery(serverQuery);
  const baseURL = server.data?.baseURL ?? window.location.origin;
  return <CopyButton label="Copy as curl" icon="terminal" text={curlLine({ baseURL, path })} />;
}
