import { Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSetBreakGlass, usersQuery } from '../api/users';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { personName } from '../ui/text';

// BreakGlassSection marks the administrators who can sign in with a password when the provider is down.
export function BreakGlassSection() {
  const users = useQuery(usersQuery);
  const change = useSetBreakGlass();
  return (
    <section aria-labelledby="break-glass-title">
      <Title order={2} size="h3" id="break-glass-title">
        Break-glass administrators
      </Title>
      <Text c="dimmed" size="sm" mt={4} mb="md" maw={720}>
        They sign in with a password where only single sign-on is allowed, for example when the provider is down. An administrator without a
        password cannot be one.
      </Text>
      {change.error && <ProblemAlert error={change.error} />}
      <QueryView query={users}>
        {(all) => (
          <Stack gap="xs">
            {all
              .filter(
                ({ organizationRole, status, isServiceAccount }) =>
                  organizationRole === 'organizationAdministrator' && status === 'active' && !isServiceAccount,
              )
              .map((user) => (
                <Switch
                  key={user.id}
                  label={`${personName(user)}, ${user.email}`}
                  checked={user.isBreakGlass ?? false}
                  onChange={({ currentTarget: { checked } }) => change.mutate({ userID: user.id, isBreakGlass: checked })}
                />
              ))}
          </Stack>
        )}
      </QueryView>
    </section>
  );
}
