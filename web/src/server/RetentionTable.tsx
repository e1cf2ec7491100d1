import { Table, Title } from '@mantine/core';
import { Panel } from '../ui/Panel';
import type { ServerState } from './ServerFacts';

// RetentionTable shows how long the organization keeps what has ended, and the engines of this version.
export function RetentionTable({ state: { retention, engines } }: { state: ServerState }) {
  const rules = [
    ['Runs', retention.runs, 'run_retention'],
    ['Results of runs', retention.results, 'result_retention'],
    ['Deployments', retention.deployments, 'deployment_retention'],
    ['Plans that nobody deployed', retention.plans, 'plan_retention'],
    ['Audit log', retention.auditLog, 'audit_retention'],
  ] as const;
  return (
    <>
      <section aria-labelledby="retention-title">
        <Title order={2} size="h4" id="retention-title" mb="sm">
          What is kept, and for how long
        </Title>
        <Panel label="Retention">
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>What</Table.Th>
                <Table.Th>Kept</Table.Th>
                <Table.Th>Setting of the server</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rules.map(([what, keep, setting]) => (
                <Table.Tr key={setting}>
                  <Table.Th scope="row">{what}</Table.Th>
                  <Table.Td>{keepText(keep)}</Table.Td>
                  <Table.Td>
                    <code>{setting}</code>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      </section>
      <section aria-labelledby="engines-title">
        <Title order={2} size="h4" id="engines-title" mb="sm">
          Engines
        </Title>
        <Panel label="Libraries of the engines">
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Engine</Table.Th>
                <Table.Th>Library</Table.Th>
                <Table.Th>Version</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {engines.map(({ kind, library, version }) => (
                <Table.Tr key={kind}>
                  <Table.Th scope="row">{kind}</Table.Th>
                  <Table.Td>{library}</Table.Td>
                  <Table.Td>{version}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      </section>
    </>
  );
}

// keepText returns 30d/500 as "30d, at most 500".
function keepText(keep: string): string {
  const [age, count] = keep.split('/');
  return [age, count && `at most ${count}`].filter(Boolean).join(', ') || 'forever';
}
