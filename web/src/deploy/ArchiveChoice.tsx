import { Text } from '@mantine/core';
import { useId } from 'react';

interface ArchiveChoiceProps {
  archive: File | undefined;
  onArchive: (archive: File | undefined) => void;
}

// ArchiveChoice asks for a file with a project.
export function ArchiveChoice({ archive, onArchive }: ArchiveChoiceProps) {
  const id = useId();
  return (
    <div>
      <Text component="label" htmlFor={id} size="sm" fw={500}>
        Archive
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        The folder of a project as .zip or .tar.gz, at most 64 MB.
      </Text>
      <input id={id} type="file" accept=".zip,.tar,.gz,.tgz" onChange={(event) => onArchive(event.currentTarget.files?.[0])} />
      {archive && (
        <Text size="sm" mt={6}>
          Chosen: {archive.name}
        </Text>
      )}
    </div>
  );
}
