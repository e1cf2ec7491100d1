import { Button } from '@mantine/core';
import { selectNode, selectNodes } from '../selector/selectorText';
import { ActionButton } from '../ui/ActionButton';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';
import { useRunNodes } from './BuildToolbar';
import classes from './NodesView.module.css';
import type { Build } from './useBuild';

interface CheckedBarProps {
  build: Build;
  checked: Set<string>;
  onClear: () => void;
}

// CheckedBar has the actions for the checked rows.
export function CheckedBar({ build, checked, onClear }: CheckedBarProps) {
  const run = useRunNodes(build);
  const names = [...checked].map((id) => build.scene.byID.get(id)?.name).filter((name) => name !== undefined);
  return (
    <div className={classes.bar} role="region" aria-label="Checked nodes">
      <strong>{counted(checked.size, 'node')} checked</strong>
      <ActionButton size="xs" leftSection={<Icon name="devRun" size={14} />} reason={run.denied} loading={run.isPending} onClick={() => run.start(selectNodes([...checked]))}>
        Run {checked.size}
      </ActionButton>
      <Button size="xs" variant="default" onClick={() => build.change({ select: names.map((name) => selectNode(name)).join(' OR ') })}>
        Use as selector
      </Button>
      <Button size="xs" variant="subtle" ml="auto" onClick={onClear}>
        Clear
      </Button>
      {run.error && <ProblemAlert error={run.error} />}
    </div>
  );
}
