import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { environmentsQuery } from '../api/environments';
import type { EnvironmentSummary, Project } from '../api/types';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { contains } from '../ui/text';
import { CreateEnvironmentDialog } from './CreateEnvironmentDialog';
import { EnvironmentTable } from './EnvironmentTable';
import { EnvironmentToolbar } from './EnvironmentToolbar';

interface EnvironmentSectionProps {
  // The project of the environments; if absent, all environments that the user can see.
  project?: string;
  projects: Project[];
  query: string | undefined;
  onQuery: (query: string | undefined) => void;
  // Present only if the user may change the project.
  onProject?: (project: string | undefined) => void;
}

// EnvironmentSection is the upper half of both Deploy pages.
export function EnvironmentSection({ project, projects, query, onQuery, onProject }: EnvironmentSectionProps) {
  const environments = useQuery(environmentsQuery(project));
  const [isCreating, setCreating] = useState(false);
  const projectName = (id: string) => projects.find((candidate) => candidate.id === id)?.name ?? id;
  const matches = (environment: EnvironmentSummary) =>
    contains(query, environment.name, environment.status, projectName(environment.project), environment.id);
  const createButton = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)} disabled={projects.length === 0}>
      Create environment
    </Button>
  );

  return (
    <div>
      <EnvironmentToolbar {...{ project, projects, query, onQuery, onProject }} action={createButton} />
      <QueryView query={environments}>
        {(all) => {
          const shown = all.filter(matches);
          if (all.length === 0) return <NoEnvironments hasProject={projects.length > 0} />;
          if (shown.length === 0) return <NoMatch />;
          return <EnvironmentTable environments={shown} projectName={projectName} />;
        }}
      </QueryView>
      <CreateEnvironmentDialog
        opened={isCreating}
        onClose={() => setCreating(false)}
        projects={project ? projects.filter(({ id }) => id === project) : projects}
      />
    </div>
  );
}

function NoEnvironments({ hasProject }: { hasProject: boolean }) {
  return (
    <Panel>
      <EmptyState icon="deploy" title="No environments yet">
        {hasProject
          ? 'An environment is a deployment target with its own connection, mappings and parameters. Create one for testing and one for production.'
          : 'An environment belongs to a project. Create a project first.'}
      </EmptyState>
    </Panel>
  );
}

function NoMatch() {
  return (
    <Panel>
      <EmptyState icon="search" title="No environment matches">
        Change or clear the filter.
      </EmptyState>
    </Panel>
  );
}
