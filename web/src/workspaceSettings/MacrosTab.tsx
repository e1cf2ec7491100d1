import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { macrosQuery, useSetMacros } from '../api/workspaceSettings';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
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
      {({ macroString, version }) => <MacrosForm key={version} workspaceID={workspace.id} stored={macroString} version={version} mayEdit={mayEdit} />}
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
  const [text, setText] = useState(stored);
  const problems = useFileProblems(workspaceID, (file) => file.startsWith('macros/'));
  return (
    <Stack gap="md">
      <LazyTextEditor
        label="Macros"
        description="Jinja macros: {% macro money(cents) %} … {% endmacro %}. Templates of all nodes and node types can call them."
        kind="template"
        value={text}
        isReadOnly={!mayEdit}
        onChange={setText}
      />
      <FileProblems problems={problems} />
      {set.error && <ProblemAlert error={set.error} />}
      <SaveBar
        mayChange={mayEdit}
        isChanged={text !== stored}
        isWorking={set.isPending}
        onSave={() => set.mutate({ macroString: text, version })}
        onReset={() => setText(stored)}
      />
    </Stack>
  );
}
