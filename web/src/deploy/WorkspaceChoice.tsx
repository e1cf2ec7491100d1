import { NativeSelect, Text } from '@mantine/core';
import type { WizardContext } from './Wizard';

// WorkspaceChoice asks for a workspace of the project.
export function WorkspaceChoice({ chosen, project, go }: WizardContext & { chosen: string | undefined }) {
  const workspaces = project.workspaces ?? [];
  if (workspaces.length === 0) return <Text size="sm">The project has no workspaces.</Text>;
  return (
    <NativeSelect
      label="Workspace"
      description="Its files as they are now, with changes that are not committed. A commit is easier to find again."
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => go({ workspace: value }, { replace: true })}
      data={workspaces.map(({ id, name, branch }) => ({ value: id, label: `${name} (branch ${branch})` }))}
      maw={420}
    />
  );
}
