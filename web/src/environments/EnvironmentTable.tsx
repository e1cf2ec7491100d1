import { Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { EnvironmentOverview } from '../api/overviews';
import { Panel } from '../ui/Panel';
import { useRows } from '../ui/useRows';
import { DeleteEnvironmentDialog } from './DeleteEnvironmentDialog';
import { EnvironmentRow } from './EnvironmentRow';
import classes from './EnvironmentTable.module.css';

interface EnvironmentTableProps {
  environments: EnvironmentOverview[];
  projectName: (projectID: string) => string;
}

export function EnvironmentTable({ environments, projectName }: EnvironmentTableProps) {
  const [rows, more] = useRows(environments);
  const [doomed, setDoomed] = useState<EnvironmentOverview>();
  return (
    <>
      <Panel label="Environments">
        <Table verticalSpacing="sm" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.name}>Environment</Table.Th>
              <Table.Th className={classes.state}>Status and health</Table.Th>
              <Table.Th className={classes.commit}>Deployed commit</Table.Th>
              <Table.Th>Last 30 runs, height is duration</Table.Th>
              <Table.Th className={classes.next}>Next run</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((overview) => (
              <EnvironmentRow
                key={overview.id}
                overview={overview}
                projectName={projectName(overview.project)}
                onDelete={() => setDoomed(overview)}
              />
            ))}
          </Table.Tbody>
        </Table>
        {more}
        <Text size="xs" c="dimmed" className={classes.phoneNote}>
          Reviewing a plan is easier on a larger screen.
        </Text>
      </Panel>
      <DeleteEnvironmentDialog environment={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}
