import { useStartRun } from '../api/runs';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Editor.module.css';
import type { NodeEditor } from './useNodeEditor';

// RunNodeButtons starts a development run of the saved node: one that only makes its table or view, or one that also loads it.
export function RunNodeButtons({ editor }: { editor: NodeEditor }) {
  const start = useStartRun();
  const { name, locationName } = editor.base;
  const errors = editor.draft?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0;
  const reason = reasonOf(editor.changes, errors);
  const run = (createOnly?: true) =>
    start.mutate(
      { environmentID: editor.key.workspaceID, include: `{ location: "${locationName}" name: "${name}" }`, createOnly },
      { onSuccess: ({ runCounter }) => announce(`Run ${runCounter} ${createOnly ? 'creates' : 'loads'} ${name}`) },
    );
  const isCreating = start.isPending && start.variables.createOnly;
  return (
    <>
      {editor.base.nodeType !== 'Source' && (
        <ActionButton
          variant="default"
          reason={reason}
          title={reason ? undefined : 'Creates or alters the table or view, and loads no rows'}
          leftSection={<Icon name="plus" size={15} />}
          loading={isCreating}
          onClick={() => run(true)}
        >
          Create
        </ActionButton>
      )}
      <ActionButton
        variant="default"
        reason={reason}
        title={reason ? undefined : 'Creates or alters the table or view, and loads its rows'}
        leftSection={<Icon name="devRun" size={15} />}
        loading={start.isPending && !isCreating}
        onClick={() => run()}
      >
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
