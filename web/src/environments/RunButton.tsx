import type { ButtonProps } from '@mantine/core';
import type { EnvironmentOverview } from '../api/overviews';
import type { useStartRefresh } from '../api/refreshes';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { Icon } from '../ui/Icon';
import { may } from './permissions';
import { refreshReason } from './runReason';

interface RunButtonProps extends ButtonProps {
  overview: EnvironmentOverview;
  // The caller shows its error, because there is no space for it next to the button.
  start: ReturnType<typeof useStartRefresh>;
  onStarted?: (runID: number) => void;
}

// RunButton starts a refresh of all nodes. It is absent for users who may not run.
export function RunButton({ overview, start, onStarted, ...rest }: RunButtonProps) {
  if (!may(overview, 'environment.run')) return null;
  return (
    <ActionButton
      variant="default"
      reason={refreshReason(overview)}
      leftSection={<Icon name="devRun" size={15} />}
      loading={start.isPending}
      aria-label={`Run ${overview.name}`}
      onClick={() =>
        start.mutate(overview.id, {
          onSuccess: (runID) => {
            announce(`Run ${runID} of ${overview.name} is started`);
            onStarted?.(runID);
          },
        })
      }
      {...rest}
    >
      Run
    </ActionButton>
  );
}
