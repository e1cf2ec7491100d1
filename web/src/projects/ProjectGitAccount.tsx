import { Group, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type GitAccount, linkedGitAccountQuery, useLinkGitAccount } from '../api/projectGitAccounts';
import { meQuery } from '../api/session';
import type { Project } from '../api/types';
import { Section } from '../environment/Section';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { GitAccountChoice } from './GitAccountChoice';

// ProjectGitAccount links the git account that the user works with in a project.
export function ProjectGitAccount({ project }: { project: Project }) {
  const me = useSuspenseQuery(meQuery).data;
  const linked = useQuery(linkedGitAccountQuery(project.id, me.user.id));
  return (
    <Section title="Your git account for this project">
      <QueryView query={linked}>
        {(account) => <LinkForm key={account?.id} projectID={project.id} userID={me.user.id} linked={account} />}
      </QueryView>
    </Section>
  );
}

function LinkForm({ projectID, userID, linked }: { projectID: string; userID: string; linked: GitAccount | null }) {
  const link = useLinkGitAccount();
  const [account, setAccount] = useState(linked?.id ?? '');
  return (
    <Stack>
      <GitAccountChoice value={account} onChange={setAccount} />
      {link.error && <ProblemAlert error={link.error} />}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {linked ? `Linked: ${linked.gitAccountName}. Your commits are by ${linked.gitAuthorName} <${linked.gitAuthorEmail}>.` : 'No account is linked.'}
        </Text>
        <ActionButton
          reason={account === (linked?.id ?? '') ? 'Nothing has changed.' : undefined}
          loading={link.isPending}
          onClick={() =>
            link.mutate({ projectID, userID, gitAccountID: account }, { onSuccess: () => announce(account ? 'The git account is linked' : 'The git account is unlinked') })
          }
        >
          {account === '' && linked ? 'Unlink' : 'Link'}
        </ActionButton>
      </Group>
    </Stack>
  );
}
