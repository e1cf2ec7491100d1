import { Button, Group } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ColumnTrace, columnLineagePath } from '../api/catalog';
import type { LineageSearch } from '../app/catalogSearch';
import { quoted } from '../api/curl';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { download } from '../ui/download';
import { Icon, type IconName } from '../ui/Icon';
import { csvOf } from './csv';
import classes from './Lineage.module.css';
import { columnKey, nodeName, summary } from './trace';

const path = '/catalog/$environmentID/columns/$node/$column';

export function LineageHeader({ environmentID, trace }: { environmentID: string; trace: ColumnTrace }) {
  const { nodeID, column } = trace.start;
  const start = trace.nodes[0]!;
  useDocumentTitle(`${start.name}.${column} · Millrace`);
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <h1 className={classes.title}>
          <Link to="/catalog/$environmentID/nodes/$nodeID" params={{ environmentID, nodeID }}>
            {nodeName(start)}
          </Link>
          .<strong>{column}</strong>
        </h1>
        <p className={classes.summary}>{summary(trace)}</p>
      </div>
      <Group gap="sm">
        <nav className={classes.switch} aria-label="Direction">
          <Choice label="Where it comes from" isOn={trace.direction === 'upstream'} change={{ dir: undefined, look: undefined }} />
          <Choice label="Where it goes" isOn={trace.direction === 'downstream'} change={{ dir: 'down', look: undefined }} />
        </nav>
        <ViewSwitch />
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={15} />}
          onClick={() => download(`${start.name}.${column}.csv`, csvOf(trace), 'text/csv')}
        >
          CSV
        </Button>
        <CopyAsCurl
          path={columnLineagePath({ environmentID, nodeID, column, direction: trace.direction })}
          command={`millrace catalog lineage ${quoted(columnKey(start, column))} --environment ${environmentID}${trace.direction === 'downstream' ? ' --downstream' : ''}`}
        />
      </Group>
    </header>
  );
}

function ViewSwitch() {
  return (
    <nav className={`${classes.switch} ${classes.graphOnly}`} aria-label="View">
      <Choice label="Graph" icon="graph" isView />
      <Choice label="Table" icon="table" isView change={{ view: 'table' }} />
    </nav>
  );
}

interface ChoiceProps {
  label: string;
  icon?: IconName;
  isOn?: boolean;
  isView?: boolean;
  change?: LineageSearch;
}

// Choice is a link that changes a part of the address.
function Choice({ label, icon, isOn, isView, change = { view: undefined } }: ChoiceProps) {
  return (
    <Link
      from={path}
      to={path}
      search={(old) => ({ ...old, ...change })}
      replace
      resetScroll={false}
      className={classes.choice}
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={isView ? { 'data-on': true, 'aria-current': 'true' } : {}}
      {...(isOn ? { 'data-on': true, 'aria-current': 'true' as const } : {})}
    >
      {icon && <Icon name={icon} size={15} />}
      {label}
    </Link>
  );
}
