import { useStartRun } from '../api/runs';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Editor.module.css';
import type { NodeEditor } from './useNodeEditor';

// RunNodeButton starts a development run of the saved node.
export function RunNodeButton({ editor }: { editor: NodeEditor }) {
  const start = useStartRun();
  const { name, locationName } = editor.base;
  const errors = editor.draft?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0;
  const reason = reasonOf(editor.changes, errors);
  const run = () =>
    start.mutate(
      { environmentID: editor.key.workspaceID, include: `{ location: "${locationName}" name: "${name}" }` },
      { onSuccess: ({ runCounter }) => announce(`Run ${runCounter} of ${name} is started`) },
    );
  return (
    <>
      <ActionButton variant="default" reason={reason} leftSection={<Icon name="devRun" size={15} />} loading={start.isPending} onClick={run}>
        Run
      </ActionButton>
      {start.isError && (
        <div className={classes.actionError}>
          <ProblemAlert error={start.error} />
        </div>
      )}
    </>
  );
}

function reasonOf(changes: number, errors: number): string | undefined {
  if (errors > 0) return `Fix ${errors === 1 ? 'the error' : `${errors} errors`} first.`;
  return changes > 0 ? 'Save first: a run builds the saved version.' : undefined;
}
