import { useState } from 'react';
import { Problem } from '../api/problem';
import { type Conflict, type Resolution, type WorkspaceOfProject, usePull, usePush } from '../api/workspaceGit';
import { announce } from '../ui/announce';
import { counted } from '../ui/text';

export interface RemoteProblem {
  message: string;
  since: Date;
}

const unavailable = 503;

// useExchange pulls and pushes. A pull with conflicts changes nothing; it is sent again with the chosen sides.
export function useExchange(where: WorkspaceOfProject) {
  const pull = usePull(where);
  const push = usePush(where.projectID);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [choices, setChoices] = useState<Record<string, Resolution>>({});
  const [problem, setProblem] = useState<RemoteProblem>();

  function noteRemote(error: Error) {
    if (error instanceof Problem && error.status === unavailable) {
      setProblem((old) => ({ message: error.message, since: old?.since ?? new Date() }));
    }
  }

  function send(resolve: Record<string, Resolution>) {
    pull.mutate(resolve, {
      onSuccess: (answer) => {
        setConflicts(answer.conflicts);
        if (answer.isApplied) setChoices({});
        announce(pullText(answer.isApplied, answer.changes.length, answer.conflicts.length));
        setProblem(undefined);
      },
      onError: noteRemote,
    });
  }

  return {
    conflicts,
    choices,
    remoteProblem: problem,
    pulled: pull.data?.isApplied ? pull.data : undefined,
    pushed: push.data,
    // A remote that cannot be reached is reported on its own.
    error: [pull.error, push.error].find((error) => error && !(error instanceof Problem && error.status === unavailable)) ?? null,
    isPulling: pull.isPending,
    isPushing: push.isPending,
    choose: (path: string, side: Resolution) => setChoices((old) => ({ ...old, [path]: side })),
    pull: () => send({}),
    // The sides that were not chosen are the ones of this workspace, as the page shows.
    resolve: () => send(Object.fromEntries(conflicts.map(({ path }) => [path, choices[path] ?? 'ours'])) as Record<string, Resolution>),
    push: (branch: string) =>
      push.mutate(branch, {
        onSuccess: ({ isNew }) => {
          announce(isNew ? `Branch ${branch} is pushed` : `The remote has every commit of ${branch}`);
          setProblem(undefined);
        },
        onError: noteRemote,
      }),
  };
}

export type Exchange = ReturnType<typeof useExchange>;

function pullText(isApplied: boolean, changes: number, conflicts: number): string {
  if (!isApplied) return `${counted(conflicts, 'conflict')}. Nothing has changed.`;
  return changes === 0 ? 'The workspace has every commit of the branch' : `Pulled ${counted(changes, 'file')}`;
}
