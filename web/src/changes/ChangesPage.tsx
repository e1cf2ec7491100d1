import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { projectQuery } from '../api/projects';
import type { Project, Workspace } from '../api/types';
import { workspaceQuery } from '../api/workspaces';
import { PageSkeleton } from '../ui/PageSkeleton';
import { QueryView } from '../ui/QueryView';
import { ChangesSurface } from './ChangesSurface';

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/changes');

// ChangesPage shows what changed in a workspace since its last commit, and takes it from there: pull, commit, push and
// deploy.
export function ChangesPage() {
  const { projectID, workspaceID } = route.useParams();
  const project = useQuery(projectQuery(projectID));
  const workspace = useQuery(workspaceQuery(workspaceID));
  return (
    <QueryView query={workspace} skeleton={<PageSkeleton />}>
      {(loaded) => (
        <QueryView query={project} skeleton={<PageSkeleton />}>
          {(owner) => <Surface key={workspaceID} project={owner} workspace={loaded} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function Surface(props: { project: Project; workspace: Workspace }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ChangesSurface
      {...props}
      search={search}
      onSearch={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })}
    />
  );
}
