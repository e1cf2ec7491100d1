import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Imported, useImportProject } from '../api/projectImport';
import { meQuery } from '../api/session';
import type { PlatformKind, Project } from '../api/types';
import { ArchiveChoice } from '../deploy/ArchiveChoice';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { type Fields, submitted } from '../ui/form';
import { ProblemAlert } from '../ui/ProblemAlert';
import { GitAccountChoice } from './GitAccountChoice';
import { platformChoices } from './platforms';

interface ImportProjectFormProps {
  isUpload: boolean;
  onImported: (imported: Imported) => void;
  // Opens the project whose import failed.
  onOpen: (projectID: string) => void;
  onCancel: () => void;
}

// ImportProjectForm creates a project and imports into it. If only the import fails, the next try uses the same project.
export function ImportProjectForm({ isUpload, onImported, onOpen, onCancel }: ImportProjectFormProps) {
  const me = useSuspenseQuery(meQuery).data;
  const run = useImportProject();
  const [archive, setArchive] = useState<File>();
  const [existing, setExisting] = useState<Project>();
  const [account, setAccount] = useState('');

  function submit({ name = '', platformKind, gitRepo = '', gitBranch = '' }: Fields) {
    const repository = isUpload ? {} : { gitRepo: gitRepo.trim(), gitBranch: gitBranch.trim() || undefined };
    run.mutate(
      {
        project: { name: name.trim(), platformKind: platformKind as PlatformKind, ...repository },
        archive,
        account: account ? { gitAccountID: account, userID: me.user.id } : undefined,
        existing,
        onCreated: setExisting,
      },
      {
        onSuccess: (imported) => {
          announce(`Project ${imported.project.name} is imported`);
          onImported(imported);
        },
      },
    );
  }

  return (
    <form onSubmit={submitted(submit)}>
      <Stack>
        {run.error && <ProblemAlert error={run.error} />}
        {run.error && existing && (
          <Text size="sm">
            Project {existing.name} exists, without files. Correct the fields and import again, or{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => onOpen(existing.id)}>
              open it
            </Button>
          </Text>
        )}
        <TextInput name="name" label="Name" placeholder="Orders" required maxLength={200} data-autofocus />
        <NativeSelect name="platformKind" label="Engine" description="The engine that runs the SQL." data={platformChoices} />
        {isUpload ? (
          <ArchiveChoice archive={archive} onArchive={setArchive} />
        ) : (
          <>
            <TextInput
              name="gitRepo"
              label="Repository"
              description="https://…, ssh://…, or a folder of the server that its settings allow."
              placeholder="https://git.example.com/shop.git"
              required
              maxLength={2000}
            />
            <TextInput name="gitBranch" label="Branch (optional)" description="Without one, the default branch of the repository." maxLength={200} />
            <GitAccountChoice value={account} onChange={setAccount} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <ActionButton type="submit" loading={run.isPending} reason={isUpload && !archive ? 'Choose an archive first.' : undefined}>
            Import
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
