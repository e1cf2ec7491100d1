// A new project from a repository or from an uploaded archive.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { problemFromResponse, unreachable } from './problem';
import { linkGitAccount } from './projectGitAccounts';
import type { components } from './schema.gen';
import type { Project, ProjectCreate } from './types';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type ImportReport = Schemas['ImportReport'];

export interface ImportInput {
  project: ProjectCreate;
  // The archive of an upload; absent if the project has a repository.
  archive?: File;
  // The git account to link, of the user.
  account?: { gitAccountID: string; userID: string };
  // The project of an earlier try whose import failed.
  existing?: Project;
  onCreated: (project: Project) => void;
}

export interface Imported {
  project: Project;
  report: ImportReport;
}

// importNew creates a project, or changes the one of an earlier try, links the account and imports. The workspace that
// came with the project is deleted, because the import creates one with the files.
async function importNew({ project, archive, account, existing, onCreated }: ImportInput): Promise<Imported> {
  const made = existing ? await changed(existing.id, project) : await unwrap(api.POST('/api/v1/projects', { body: project }));
  onCreated(made);
  if (account) await linkGitAccount({ projectID: made.id, ...account });
  const report = archive ? await upload(made.id, archive) : await fetchRepository(made.id);
  await removeEmptyWorkspaces(made.id, report.workspace.id);
  return { project: made, report };
}

async function changed(projectID: string, { name, platformKind, gitRepo, gitBranch }: ProjectCreate): Promise<Project> {
  const params = { path: { projectID } };
  return unwrap(api.PATCH('/api/v1/projects/{projectID}', { params, body: { name, platformKind, gitRepo, gitBranch } }));
}

const fetchRepository = (projectID: string): Promise<ImportReport> =>
  unwrap(api.POST('/api/v1/projects/{projectID}/import', { params: { path: { projectID } }, body: {} }));

// upload sends the file itself as the body, which the generated client cannot.
async function upload(projectID: string, archive: File): Promise<ImportReport> {
  const response = await fetch(`/api/v1/projects/${projectID}/import`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': 'application/zip' },
    body: archive,
  }).catch(() => {
    throw unreachable();
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemFromResponse(response, body);
  return body as ImportReport;
}

async function removeEmptyWorkspaces(project: string, kept: string): Promise<void> {
  const { data } = await unwrap(api.GET('/api/v1/workspaces', { params: { query: { project } } }));
  for (const { id, revision } of data) {
    // Nobody has opened a workspace whose revision is 0.
    if (id !== kept && revision === 0) {
      await unwrap(api.DELETE('/api/v1/workspaces/{workspaceID}', { params: { path: { workspaceID: id } } }));
    }
  }
}

export function useImportProject() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['projects'] });
  // The project may exist although its import failed.
  return useMutation({ mutationFn: importNew, onSuccess: refresh, onError: refresh });
}

export function useUpdateProject(projectID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['ProjectUpdate']) => unwrap(api.PATCH('/api/v1/projects/{projectID}', { params: { path: { projectID } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}
