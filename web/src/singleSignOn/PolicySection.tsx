import { Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signInPolicyQuery, useSetSignInPolicy } from '../api/secondFactor';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';

// PolicySection is what the organization requires of sign-ins with a password.
export function PolicySection() {
  const policy = useQuery(signInPolicyQuery);
  const change = useSetSignInPolicy();
  return (
    <section aria-labelledby="policy-title">
      <Title order={2} size="h3" id="policy-title">
        Sign-ins with a password
      </Title>
      <Text c="dimmed" size="sm" mt={4} mb="md" maw={720}>
        Users without a second factor can then only set one up, also in sessions that are open now. Sign-ins through the identity provider
        are exempt. Access tokens stay valid.
      </Text>
      {change.error && <ProblemAlert error={change.error} />}
      <QueryView query={policy}>
        {({ requiresSecondFactor }) => (
          <Switch
            label="Require a second factor"
            checked={requiresSecondFactor}
            disabled={change.isPending}
            onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
          />
        )}
      </QueryView>
    </section>
  );
}
