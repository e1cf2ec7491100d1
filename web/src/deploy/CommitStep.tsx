import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { commitsQuery } from '../api/commits';
import type { SourceKind } from '../app/environmentSearch';
import { may } from '../environments/permissions';
import { ActionButton } from '../ui/ActionButton';
import { ArchiveChoice } from './ArchiveChoice';
import { CommitChoice } from './CommitChoice';
import { SourceKinds } from './SourceKinds';
import type { WizardContext } from './Wizard';
import { WorkspaceChoice } from './WorkspaceChoice';

// CommitStep asks what to deploy. A user who may not read the project's files can still deploy an archive.
export function CommitStep(context: WizardContext) {
  const { overview, search, draft, go } = context;
  const mayRead = may(overview, 'workspace.read');
  const kinds: SourceKind[] = mayRead ? ['commit', 'workspace', 'upload'] : ['upload'];
  const kind = kinds.find((candidate) => candidate === search.source) ?? kinds[0]!;
  const commit = useChosenCommit(kind === 'commit', context);
  const workspace = search.workspace ?? context.project.workspaces?.[0]?.id;
  const reason = missing[kind]({ commit, workspace, archive: draft.archive });

  function next() {
    const source = { commit: kind === 'commit' ? commit : undefined, workspace: kind === 'workspace' ? workspace : undefined };
    go({ ...source, source: kind === 'commit' ? undefined : kind, deployment: undefined, parameters: undefined, plan: undefined, run: undefined, step: 'parameters' });
  }

  return (
    <Stack gap="md">
      <SourceKinds kind={kind} kinds={kinds} onKind={(source) => go({ source }, { replace: true })} />
      {!mayRead && (
        <Text size="sm" c="dimmed">
          Your roles do not let you read the commits and workspaces of this project, so only an archive can be deployed.
        </Text>
      )}
      {kind === 'commit' && <CommitChoice chosen={commit} {...context} />}
      {kind === 'workspace' && <WorkspaceChoice chosen={workspace} {...context} />}
      {kind === 'upload' && <ArchiveChoice archive={draft.archive} onArchive={(archive) => context.onDraft({ archive })} />}
      <Group justify="flex-end">
        <ActionButton reason={reason} onClick={next}>
          Continue
        </ActionButton>
      </Group>
    </Stack>
  );
}

// useChosenCommit returns the commit of the address, or the newest one of the branch. A commit that is older than those of the list
// is kept: nobody must deploy another one by accident.
function useChosenCommit(isWanted: boolean, { project, search }: WizardContext): string | undefined {
  const commits = useQuery({ ...commitsQuery(project.id, search.branch), enabled: isWanted }).data?.commits;
  return search.commit ?? commits?.[0]?.oid;
}

interface Choice {
  commit?: string;
  workspace?: string;
  archive?: File;
}

const missing: Record<SourceKind, (choice: Choice) => string | undefined> = {
  commit: ({ commit }) => (commit ? undefined : 'Choose a commit.'),
  workspace: ({ workspace }) => (workspace ? undefined : 'Choose a workspace.'),
  upload: ({ archive }) => (archive ? undefined : 'Choose an archive.'),
};
