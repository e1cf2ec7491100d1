import { Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Project } from '../api/types';
import { FilterField } from '../ui/FilterField';

interface EnvironmentToolbarProps {
  project?: string;
  projects: Project[];
  query: string | undefined;
  onQuery: (query: string | undefined) => void;
  onProject?: (project: string | undefined) => void;
  action: ReactNode;
}

export function EnvironmentToolbar({ project, projects, query, onQuery, onProject, action }: EnvironmentToolbarProps) {
  return (
    <Group justify="space-between" mb="md">
      <Group gap="sm">
        <FilterField label="Filter environments" value={query} onChange={onQuery} />
        {onProject && (
          <NativeSelect
            aria-label="Project"
            value={project ?? ''}
            onChange={(event) => onProject(event.currentTarget.value || undefined)}
            data={[{ value: '', label: 'All projects' }, ...projects.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        )}
      </Group>
      {action}
    </Group>
  );
}
