import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Imported } from '../api/projectImport';
import type { NewProjectSource } from '../app/search';
import { Dialog } from '../ui/Dialog';
import { SegmentChoice } from '../ui/SegmentChoice';
import { useLast } from '../ui/useLast';
import { BlankProjectForm } from './BlankProjectForm';
import { ImportProjectForm } from './ImportProjectForm';
import { ImportReportView } from './ImportReportView';

interface CreateProjectDialogProps {
  // Where the project comes from; absent while the dialog is closed.
  source: NewProjectSource | undefined;
  onSource: (source: NewProjectSource) => void;
  onClose: () => void;
}

const choices: { value: NewProjectSource; label: string }[] = [
  { value: 'blank', label: 'Blank' },
  { value: 'git', label: 'Import from git' },
  { value: 'upload', label: 'Upload' },
];

// CreateProjectDialog creates a project: empty, from a git repository, or from an archive.
export function CreateProjectDialog({ source, onSource, onClose }: CreateProjectDialogProps) {
  const shown = useLast(source) ?? 'blank';
  const [imported, setImported] = useState<Imported>();
  const navigate = useNavigate();

  function close() {
    setImported(undefined);
    onClose();
  }

  function open(projectID: string) {
    setImported(undefined);
    void navigate({ to: '/projects/$projectID', params: { projectID } });
  }

  return (
    <Dialog opened={source !== undefined} onClose={close} title={imported ? `Project ${imported.project.name} is imported` : 'Create project'} size="lg">
      {imported ? (
        <ImportReportView imported={imported} onOpen={() => open(imported.project.id)} />
      ) : (
        <Stack>
          <SegmentChoice label="Source of the project" value={shown} options={choices} onChange={onSource} />
          {shown === 'blank' ? (
            <BlankProjectForm onCreated={open} onCancel={close} />
          ) : (
            <ImportProjectForm key={shown} isUpload={shown === 'upload'} onImported={setImported} onOpen={open} onCancel={close} />
          )}
        </Stack>
      )}
    </Dialog>
  );
}
