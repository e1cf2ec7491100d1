import { Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useEndSession } from '../api/sessions';
import type { SessionInfo } from '../api/types';
import { announce } from '../ui/announce';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { RelativeTime } from '../ui/RelativeTime';
import { Tooltip } from '../ui/Tooltip';
import { useRows } from '../ui/useRows';
import { browserName } from './browserName';

// SessionTable lists sessions, the session of this browser first.
export function SessionTable({ sessions }: { sessions: SessionInfo[] }) {
  const end = useEndSession();
  const [rows, more] = useRows(sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)));
  return (
    <>
      {end.error && <ProblemAlert error={end.error} />}
      <Panel label="Your sessions">
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Client</Table.Th>
              <Table.Th>Address</Table.Th>
              <Table.Th>Last use</Table.Th>
              <Table.Th>Signed in</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isEnding={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id, { onSuccess: () => announce('The session has ended') })}
              />
            ))}
          </Table.Tbody>
        </Table>
        {more}
      </Panel>
    </>
  );
}

interface SessionRowProps {
  session: SessionInfo;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const name = browserName(session.userAgent);
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Group gap="xs">
          <Tooltip label={session.userAgent || 'The client said nothing about itself'}>
            <Text size="sm" fw={600} tabIndex={0}>
              {name}
            </Text>
          </Tooltip>
          {session.isCurrent && (
            <Badge variant="default" size="sm">
              This browser
            </Badge>
          )}
        </Group>
      </Table.Th>
      <Table.Td>
        <code>{session.address}</code>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={session.lastUsedAt} />
      </Table.Td>
      <Table.Td>
        <RelativeTime at={session.createdAt} />
      </Table.Td>
      <Table.Td align="right">
        {!session.isCurrent && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            loading={isEnding}
            aria-label={`End the session of ${name} at ${session.address}`}
            onClick={onEnd}
          >
            End
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
