import { Button, Group, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CatalogEntry, connectionCatalogQuery } from '../api/sources';
import { EmptyState } from '../ui/EmptyState';
import { FilterField } from '../ui/FilterField';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { useRows } from '../ui/useRows';
import classes from './Sources.module.css';

interface TableListProps {
  workspaceID: string;
  at: { database: string; schema: string };
  filter?: string;
  checked: string[];
  onCheck: (tables: string[]) => void;
  onFilter: (text: string | undefined) => void;
}

const typingMilliseconds = 200;

// TableList lists the tables and views of a schema with a checkbox each.
export function TableList({ workspaceID, at, filter, checked, onCheck, onFilter }: TableListProps) {
  const [typed] = useDebouncedValue(filter, typingMilliseconds);
  const tables = useQuery(connectionCatalogQuery(workspaceID, at, typed));
  return (
    <>
      <Group justify="space-between" mb="sm">
        <FilterField label="Filter tables and views" value={filter} onChange={onFilter} />
        {tables.data?.hasMore && (
          <Text size="sm" c="dimmed">
            The first 1,000 are shown. Filter to find others.
          </Text>
        )}
      </Group>
      <QueryView query={tables} skeleton={<Skeleton height={220} aria-busy="true" />}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Panel>
              <EmptyState icon="table" title={typed ? 'No table matches' : 'No tables or views'}>
                {typed ? 'Change or clear the filter.' : 'This schema is empty, or the user of the connection may read nothing in it.'}
              </EmptyState>
            </Panel>
          ) : (
            <Rows workspaceID={workspaceID} at={at} entries={entries} checked={checked} onCheck={onCheck} />
          )
        }
      </QueryView>
    </>
  );
}

type RowsProps = Pick<TableListProps, 'workspaceID' | 'at' | 'checked' | 'onCheck'> & { entries: CatalogEntry[] };

function Rows({ workspaceID, at, entries, checked, onCheck }: RowsProps) {
  const [rows, more] = useRows(entries);
  const [open, setOpen] = useState<string>();
  const all = entries.map(({ name }) => name);
  const isAll = checked.length === all.length;
  const toggle = (name: string) => onCheck(checked.includes(name) ? checked.filter((one) => one !== name) : [...checked, name]);
  return (
    <Panel label="Tables and views">
      <Table verticalSpacing={6} className={classes.tables}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>
              <input type="checkbox" aria-label="All tables and views" className={classes.tick} checked={isAll} onChange={() => onCheck(isAll ? [] : all)} />
            </Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th>Kind</Table.Th>
            <Table.Th>In this workspace</Table.Th>
            <Table.Th>
              <VisuallyHidden>Columns</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((entry) => (
            <Table.Tr key={entry.name}>
              <Table.Td>
                <input type="checkbox" aria-label={entry.name} className={classes.tick} checked={checked.includes(entry.name)} onChange={() => toggle(entry.name)} />
              </Table.Td>
              <Table.Th scope="row" className={classes.table}>
                {entry.name}
                {open === entry.name && <ColumnNames workspaceID={workspaceID} at={{ ...at, table: entry.name }} />}
              </Table.Th>
              <Table.Td>{entry.isView ? 'View' : 'Table'}</Table.Td>
              <Table.Td className={classes.nodes}>{entry.nodes?.join(', ')}</Table.Td>
              <Table.Td>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Columns of ${entry.name}`}
                  aria-expanded={open === entry.name}
                  onClick={() => setOpen(open === entry.name ? undefined : entry.name)}
                >
                  Columns
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}

function ColumnNames({ workspaceID, at }: { workspaceID: string; at: { database: string; schema: string; table: string } }) {
  const columns = useQuery(connectionCatalogQuery(workspaceID, at));
  if (!columns.data) return <Skeleton height={16} mt={4} aria-busy="true" />;
  return (
    <ul className={classes.columns}>
      {columns.data.entries.map(({ name, dataType }) => (
        <li key={name}>
          {name} <small>{dataType}</small>
        </li>
      ))}
    </ul>
  );
}
