import { useQuery } from '@tanstack/react-query';
import type { Workspace } from '../api/types';
import { type Validation, validationQuery } from '../api/workspaceGit';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './Changes.module.css';

// ValidationNotice says whether the project compiles. A commit with errors is possible; deploying it is not.
export function ValidationNotice({ workspace }: { workspace: Workspace }) {
  const { data } = useQuery(validationQuery(workspace.id));
  if (!data) return null;
  const tone = data.errors > 0 ? 'failed' : data.warnings > 0 ? 'warning' : 'idle';
  const first = data.diagnostics.find(({ severity }) => severity === 'error') ?? data.diagnostics[0];
  return (
    <div className={classes.notice} data-tone={tone} role="status">
      <Icon name={tone === 'idle' ? 'idle' : 'alert'} size={16} />
      <span>
        {summary(data)} in {counted(data.nodes, 'node')}
        {first && `: ${first.node ?? first.file ?? ''}${first.line ? `, line ${first.line}` : ''}: ${first.message}`}
      </span>
    </div>
  );
}

function summary({ errors, warnings }: Validation): string {
  if (errors + warnings === 0) return 'No problems';
  return [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')].filter(Boolean).join(', ');
}
