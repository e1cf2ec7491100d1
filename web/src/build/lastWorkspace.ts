// The workspace that the user worked in last, so that Build in the menu leads there.
const storageKey = 'millrace-workspace';

export interface LastWorkspace {
  projectID: string;
  workspaceID: string;
}

export function rememberWorkspace(last: LastWorkspace): void {
  localStorage.setItem(storageKey, `${last.projectID}/${last.workspaceID}`);
}

export function lastWorkspace(): LastWorkspace | undefined {
  const [projectID, workspaceID] = localStorage.getItem(storageKey)?.split('/') ?? [];
  return projectID && workspaceID ? { projectID, workspaceID } : undefined;
}
