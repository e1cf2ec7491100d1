import { Alert, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { branchesQuery, commitsQuery } from '../api/commits';
import { CommitsBehind, shortCommit } from '../environments/DeployedCommit';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { CommitList } from './CommitList';
import type { WizardContext } from './Wizard';

// CommitChoice lists the commits of a branch.
export function CommitChoice({ chosen, project, overview, search, go }: WizardContext & { chosen: string | undefined }) {
  const branches = useQuery(branchesQuery(project.id));
  const commits = useQuery(commitsQuery(project.id, search.branch));
  const standard = branches.data?.find(({ isDefault }) => isDefault)?.name;
  return (
    <>
      <Group gap="sm" align="center">
        <NativeSelect
          aria-label="Branch"
          value={search.branch ?? standard ?? ''}
          onChange={({ currentTarget: { value } }) => go({ branch: value === standard ? undefined : value, commit: undefined }, { replace: true })}
          data={(branches.data ?? []).map(({ name }) => name)}
        />
        <CommitsBehind overview={overview} />
      </Group>
      <QueryView query={commits}>
        {({ commits: list, total }) =>
          list.length === 0 ? (
            <Panel>
              <EmptyState icon="branch" title="No commits yet">
                Commit the changes of a workspace first, or deploy a workspace or an archive.
              </EmptyState>
            </Panel>
          ) : (
            <>
              {chosen && !list.some(({ oid }) => oid === chosen) && <UnlistedCommit commit={chosen} branch={search.branch ?? standard} />}
              <CommitList
                commits={list}
                chosen={chosen}
                deployed={overview.deployment?.commit}
                onChoose={(commit) => go({ commit }, { replace: true })}
              />
              {total > list.length && (
                <Text size="sm" c="dimmed">
                  The newest {list.length} of {total} commits.
                </Text>
              )}
            </>
          )
        }
      </QueryView>
    </>
  );
}

// UnlistedCommit says that the address has a commit that the list below does not have.
function UnlistedCommit({ commit, branch }: { commit: string; branch: string | undefined }) {
  return (
    <Alert variant="outline" color="yellow" icon={<Icon name="alert" />} role="status">
      Commit <code>{shortCommit(commit)}</code> is chosen. It is not among the commits of {branch ?? 'the branch'} below: it is older, or on another branch. Continue
      to plan it, or choose another one.
    </Alert>
  );
}
