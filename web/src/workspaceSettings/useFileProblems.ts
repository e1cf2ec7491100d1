import { useQuery } from '@tanstack/react-query';
import type { components } from '../api/schema.gen';
import { validationQuery } from '../api/workspaceGit';

export type FileProblem = components['schemas']['Diagnostic'];

// useFileProblems returns what validation reports about files of the workspace as it is saved.
export function useFileProblems(workspaceID: string, isWanted: (file: string) => boolean): FileProblem[] {
  const validation = useQuery(validationQuery(workspaceID)).data;
  return (validation?.diagnostics ?? []).filter(({ file }) => file !== undefined && isWanted(file));
}
