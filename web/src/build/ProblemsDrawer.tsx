import { ActionIcon } from '@mantine/core';
import { Icon } from '../ui/Icon';
import { sentence } from '../ui/text';
import { useRows } from '../ui/useRows';
import classes from './ProblemsDrawer.module.css';
import type { Build } from './useBuild';

interface ProblemsDrawerProps {
  build: Build;
  onClose: () => void;
}

// ProblemsDrawer lists what the compiler reports, errors first. A row selects its node.
export function ProblemsDrawer({ build: { validation, change, selected }, onClose }: ProblemsDrawerProps) {
  const all = validation?.diagnostics.toSorted((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error')) ?? [];
  const [shown, more] = useRows(all);
  return (
    <section className={classes.drawer} aria-label="Problems">
      <header className={classes.head}>
        <h2>Problems</h2>
        <ActionIcon variant="subtle" color="gray" aria-label="Close the problems" onClick={onClose}>
          <Icon name="down" size={16} />
        </ActionIcon>
      </header>
      <div className={classes.list} tabIndex={0} role="region" aria-label="List of problems">
        {validation && all.length === 0 && <p className={classes.none}>No problems.</p>}
        <ul>
          {shown.map(({ nodeID, node, file, line, column, message, hint, severity }, index) => (
            <li key={index}>
              <button type="button" className={classes.row} data-selected={(nodeID !== undefined && nodeID === selected?.id) || undefined} disabled={!nodeID} onClick={() => change({ node: nodeID })}>
                <span className={classes.severity} data-severity={severity}>
                  <Icon name={severity === 'error' ? 'failed' : 'alert'} size={15} />
                  {sentence(severity)}
                </span>
                <code>{node ?? file}</code>
                <span className={classes.place}>{line ? `line ${line}${column ? `, column ${column}` : ''}` : ''}</span>
                <span>
                  <strong>{message}</strong> {hint && <span className={classes.hint}>→ {hint}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {more}
      </div>
    </section>
  );
}
