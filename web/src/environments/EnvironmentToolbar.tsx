import { Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { HealthStatus } from '../api/overviews';
import type { Project } from '../api/types';
import { FilterField } from '../ui/FilterField';
import { healthLooks, healthStatuses, isHealthStatus } from './health';

export interface EnvironmentFilter {
  query?: string;
  health?: HealthStatus;
}

interface EnvironmentToolbarProps {
  project?: string;
  projects: Project[];
  filter: EnvironmentFilter;
  onFilter: (change: EnvironmentFilter) => void;
  onProject?: (project: string | undefined) => void;
  action: ReactNode;
}

export function EnvironmentToolbar({ project, projects, filter, onFilter, onProject, action }: EnvironmentToolbarProps) {
  return (
    <Group justify="space-between" mb="md">
      <Group gap="sm">
        <FilterField label="Filter environments" value={filter.query} onChange={(query) => onFilter({ query })} />
        {onProject && (
          <NativeSelect
            aria-label="Project"
            maw="18rem"
            value={project ?? ''}
            onChange={(event) => onProject(event.currentTarget.value || undefined)}
            data={[{ value: '', label: 'All projects' }, ...projects.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        )}
        <NativeSelect
          aria-label="Health"
          value={filter.health ?? ''}
          onChange={({ currentTarget: { value } }) => onFilter({ health: isHealthStatus(value) ? value : undefined })}
          data={[{ value: '', label: 'Any health' }, ...healthStatuses.map((value) => ({ value, label: healthLooks[value].word }))]}
        />
      </Group>
      {action}
    </Group>
  );
}
