import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { macrosQuery, useSetMacros } from '../api/workspaceSettings';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { useEdited } from '../ui/useEdited';
import { FileProblems } from './FileProblems';
import { LazyTextEditor } from './LazyTextEditor';
import { SaveBar } from './SaveBar';
import { useFileProblems } from './useFileProblems';
import type { SettingsTabProps } from './WorkspaceSettingsPage';

// MacrosTab edits the macros that every node of the project can use.
export function MacrosTab({ workspace, mayEdit }: SettingsTabProps) {
  const macros = useQuery(macrosQuery(workspace.id));
  return (
    <QueryView query={macros}>
      {({ macroString, version }) => <MacrosForm workspaceID={workspace.id} stored={macroString} version={version} mayEdit={mayEdit} />}
    </QueryView>
  );
}

interface MacrosFormProps {
  workspaceID: string;
  stored: string;
  version: number;
  mayEdit: boolean;
}

function MacrosForm({ workspaceID, stored, version, mayEdit }: MacrosFormProps) {
  const set = useSetMacros(workspaceID);
  const { value: text, ...edited } = useEdited(stored, version);
  const problems = useFileProblems(workspaceID, (file) => file.startsWith('macros/'));
  return (
    <Stack gap="md">
      <LazyTextEditor
        label="Macros"
        description="Jinja macros: {% macro money(cents) %} … {% endmacro %}. Templates of all nodes and node types can call them."
        kind="template"
        value={text}
        isReadOnly={!mayEdit}
        onChange={edited.change}
      />
      <FileProblems problems={problems} />
      {set.error && <ProblemAlert error={set.error} />}
      <SaveBar
        mayChange={mayEdit}
        isChanged={edited.isChanged}
        isWorking={set.isPending}
        onSave={() => set.mutate({ macroString: text, version: edited.version }, { onSuccess: (saved) => edited.complete(text, saved.version) })}
        onReset={edited.reset}
      />
    </Stack>
  );
}
