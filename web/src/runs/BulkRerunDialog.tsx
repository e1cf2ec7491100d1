import { Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useRerun } from '../api/runs';
import type { RunInfo } from '../api/types';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { announce } from '../ui/announce';
import { counted } from '../ui/text';
import { useLast } from '../ui/useLast';
import { remainder } from './nodes';
import { usePlaces } from './places';

interface BulkRerunDialogProps {
  // Empty while the dialog is closed.
  runs: RunInfo[];
  onClose: (areStarted: boolean) => void;
}

// BulkRerunDialog starts a re-run from failure of each run, with its own parameters.
export function BulkRerunDialog({ runs, onClose }: BulkRerunDialogProps) {
  const shown = useLast(runs.length > 0 ? runs : undefined) ?? [];
  const placeOf = usePlaces();
  const rerun = useRerun();
  const [isWorking, setWorking] = useState(false);
  // A second attempt leaves out what the first one started.
  const [started, setStarted] = useState<ReadonlySet<number>>(new Set());
  const left = shown.filter(({ id }) => !started.has(id));
  const nodes = shown.reduce((sum, run) => sum + (run.nodeCounts ? remainder(run.nodeCounts) : 0), 0);

  function close(areStarted: boolean) {
    rerun.reset();
    setStarted(new Set());
    onClose(areStarted);
  }

  async function start() {
    setWorking(true);
    try {
      for (const { id } of left) {
        await rerun.mutateAsync({ runID: `${id}` });
        setStarted((old) => new Set([...old, id]));
      }
      announce(`${counted(shown.length, 'run')} started`);
      close(true);
    } catch {
      // The mutation keeps the error, which the dialog shows.
    } finally {
      setWorking(false);
    }
  }

  return (
    <ConfirmDialog
      opened={runs.length > 0}
      title={`Re-run ${counted(shown.length, 'run')} from failure?`}
      action={`Start ${counted(left.length, 'run')}`}
      error={rerun.error}
      isWorking={isWorking}
      isHarmless
      onConfirm={() => void start()}
      onClose={() => close(started.size > 0)}
    >
      <Stack gap="xs">
        <Text size="sm">{counted(nodes, 'node')} that failed or did not run will run, with the parameters of the old runs.</Text>
        <Table>
          <Table.Tbody>
            {shown.map((run) => (
              <Table.Tr key={run.id}>
                <Table.Th scope="row">Run {run.id}</Table.Th>
                <Table.Td>{placeOf(run.environmentID).name}</Table.Td>
                <Table.Td align="right">{started.has(run.id) ? 'started' : counted(run.nodeCounts ? remainder(run.nodeCounts) : 0, 'node')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </ConfirmDialog>
  );
}
