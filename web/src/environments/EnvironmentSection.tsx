import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type EnvironmentOverview, overviewsQuery } from '../api/overviews';
import { meQuery } from '../api/session';
import type { Project } from '../api/types';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { contains } from '../ui/text';
import { CreateEnvironmentDialog } from './CreateEnvironmentDialog';
import { EnvironmentTable } from './EnvironmentTable';
import { type EnvironmentFilter, EnvironmentToolbar } from './EnvironmentToolbar';
import { isMoving } from './moving';
import { mayCreateEnvironment } from './permissions';
import { RunLegend } from './RunLegend';
import { useEnvironmentKeys } from './useEnvironmentKeys';
import { useLive } from './useLive';

interface EnvironmentSectionProps {
  // The project of the environments; if absent, all environments that the user can see.
  project?: string;
  projects: Project[];
  filter: EnvironmentFilter;
  onFilter: (change: EnvironmentFilter) => void;
  // Present only if the user may change the project.
  onProject?: (project: string | undefined) => void;
}

// EnvironmentSection is the upper half of both Deploy pages.
export function EnvironmentSection({ project, projects, filter, onFilter, onProject }: EnvironmentSectionProps) {
  const me = useSuspenseQuery(meQuery).data;
  const environments = useLive(overviewsQuery(project), (all) => all.some(isMoving));
  const [isCreating, setCreating] = useState(false);
  useEnvironmentKeys();
  const mine = projects.filter(({ id }) => (!project || id === project) && mayCreateEnvironment(me, id));
  const projectName = (id: string) => projects.find((candidate) => candidate.id === id)?.name ?? id;
  const matches = (overview: EnvironmentOverview) =>
    (!filter.health || overview.health.status === filter.health) &&
    contains(filter.query, overview.name, overview.status, projectName(overview.project), overview.id);
  const createButton = mine.length > 0 && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create environment
    </Button>
  );

  return (
    <div>
      <EnvironmentToolbar {...{ project, projects, filter, onFilter, onProject }} action={createButton} />
      <QueryView query={environments}>
        {(all) => {
          const shown = all.filter(matches).toSorted(byProject(projectName));
          if (all.length === 0) return <NoEnvironments hasProject={projects.length > 0} mayCreate={mine.length > 0} />;
          if (shown.length === 0) return <NoMatch />;
          return (
            <div>
              <RunLegend />
              <EnvironmentTable environments={shown} projectName={projectName} />
            </div>
          );
        }}
      </QueryView>
      <CreateEnvironmentDialog opened={isCreating} onClose={() => setCreating(false)} projects={mine} />
    </div>
  );
}

// The order never depends on a state, so that rows do not jump.
function byProject(name: (projectID: string) => string) {
  return (a: EnvironmentOverview, b: EnvironmentOverview) =>
    name(a.project).localeCompare(name(b.project)) || a.name.localeCompare(b.name) || Number(a.id) - Number(b.id);
}

function NoEnvironments({ hasProject, mayCreate }: { hasProject: boolean; mayCreate: boolean }) {
  return (
    <Panel>
      <EmptyState icon="deploy" title="No environments yet">
        {emptyText(hasProject, mayCreate)}
      </EmptyState>
    </Panel>
  );
}

function emptyText(hasProject: boolean, mayCreate: boolean): string {
  if (!hasProject) return 'An environment belongs to a project. Create a project first.';
  const meaning = 'An environment is a deployment target with its own connection, mappings and parameters.';
  return mayCreate ? `${meaning} Create one for testing and one for production.` : `${meaning} Ask an administrator of the project for one.`;
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
