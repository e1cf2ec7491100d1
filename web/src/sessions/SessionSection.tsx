import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sessionsQuery, useEndOtherSessions } from '../api/sessions';
import { announce } from '../ui/announce';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { counted } from '../ui/text';
import { SessionTable } from './SessionTable';

// SessionSection is a part of the account: where the user is signed in.
export function SessionSection() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const others = sessions.data?.data.filter((session) => !session.isCurrent).length ?? 0;
  return (
    <section id="sessions" aria-labelledby="sessions-title">
      <Group justify="space-between" align="flex-start" mb="md" gap="md">
        <div>
          <Title order={2} size="h3" id="sessions-title">
            Sessions
          </Title>
          <Text c="dimmed" size="sm" mt={4} maw={620}>
            Where you are signed in. End a session that you do not recognize, and change your password then. Access tokens stay
            valid.
          </Text>
        </div>
        <Button
          variant="default"
          disabled={others === 0}
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate(undefined, { onSuccess: (ended) => announce(`${counted(ended, 'session')} ended`) })}
        >
          End all others
        </Button>
      </Group>
      {endOthers.error && <ProblemAlert error={endOthers.error} />}
      <QueryView query={sessions}>{(page) => <SessionTable sessions={page.data} />}</QueryView>
    </section>
  );
}
