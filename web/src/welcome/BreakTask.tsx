import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '../api/session';
import type { Workspace } from '../api/types';
import { ActionButton } from '../ui/ActionButton';
import { ProblemAlert } from '../ui/ProblemAlert';
import { setTaskDone } from './progress';
import { breakStateOf, sampleNodeQuery, useBreakNode } from './sample';

// BreakTask breaks a node in the workspace and runs it; then it offers to take the change back.
export function BreakTask({ workspace }: { workspace: Workspace }) {
  const { user } = useSuspenseQuery(meQuery).data;
  const navigate = useNavigate();
  const node = useQuery(sampleNodeQuery(workspace.id)).data;
  const change = useBreakNode(workspace.id);
  const state = breakStateOf(node);
  if (!node) return null;
  const isRepair = state === 'broken';

  function send() {
    if (!node) return;
    change.mutate(
      { node, isRepair },
      {
        onSuccess: (runID) => {
          if (isRepair) setTaskDone(user.id, 'break');
          void navigate({ to: '/runs/$runID', params: { runID: `${runID}` } });
        },
      },
    );
  }

  return (
    <>
      {change.error && <ProblemAlert error={change.error} />}
      {isRepair ? (
        <Button loading={change.isPending} onClick={send}>
          Repair FCT_ORDER and run
        </Button>
      ) : (
        <ActionButton
          variant="default"
          loading={change.isPending}
          reason={state === 'other' ? 'FCT_ORDER was edited, so this page cannot change it safely.' : undefined}
          onClick={send}
        >
          Break FCT_ORDER
        </ActionButton>
      )}
    </>
  );
}
