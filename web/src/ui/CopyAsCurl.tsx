import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { curlLine } from '../api/curl';
import { serverQuery } from '../api/server';
import { CopyButton } from './CopyButton';

interface CopyAsCurlProps {
  path: string;
  // What the request sends, on a page that creates something.
  body?: unknown;
  // The command that does the same in a terminal; absent if the page has its own button for it, or if there is none.
  command?: string;
  // What is missing before the request would succeed.
  reason?: string;
}

// CopyAsCurl copies the main request of a page as a curl command, and as a command of millrace. The token is a shell variable,
// because a page never knows a token.
export function CopyAsCurl({ path, body, command, reason }: CopyAsCurlProps) {
  const server = useQuery(serverQuery);
  const baseURL = server.data?.baseURL ?? window.location.origin;
  const curl = <CopyButton label="Copy as curl" icon="terminal" text={curlLine({ baseURL, path, body })} reason={reason} />;
  if (!command) return curl;
  return (
    <Group gap="xs">
      {curl}
      <CopyButton label="Copy as command" icon="terminal" text={command} reason={reason} />
    </Group>
  );
}
