import { Button, Group, Stack, Text } from '@mantine/core';
import type { ImportReport, Imported } from '../api/projectImport';
import { shortCommit } from '../environments/DeployedCommit';
import tones from '../environments/tones.module.css';
import { counted } from '../ui/text';
import classes from './ProjectOverview.module.css';

const mostFindings = 8;

const words: Record<string, string> = {
  nodes: 'node',
  jobs: 'job',
  subgraphs: 'subgraph',
  nodeTypes: 'node type',
  macros: 'macro',
  locations: 'location',
  environments: 'environment',
  packages: 'package',
  files: 'file',
};

// ImportReportView says what was understood, and what not.
export function ImportReportView({ imported: { report }, onOpen }: { imported: Imported; onOpen: () => void }) {
  const rest = report.errors + report.warnings - Math.min(mostFindings, report.diagnostics.length);
  return (
    <Stack>
      <Text size="sm">
        Commit <code>{shortCommit(report.commit)}</code> of branch {report.branch} is in workspace {report.workspace.name}: {countsText(report)}.
      </Text>
      <Text size="sm" fw={600} className={tones.text} data-tone={report.errors > 0 ? 'failed' : report.warnings > 0 ? 'warning' : 'idle'}>
        {report.errors + report.warnings === 0 ? 'No problems' : `${counted(report.errors, 'error')}, ${counted(report.warnings, 'warning')}`}
      </Text>
      {report.diagnostics.length > 0 && (
        <ul className={classes.findings}>
          {report.diagnostics.slice(0, mostFindings).map((finding, index) => (
            <li key={index}>
              {finding.file && (
                <code>
                  {finding.file}
                  {finding.line ? `:${finding.line}` : ''}
                </code>
              )}{' '}
              {finding.message}
              {finding.hint && (
                <Text span size="xs" c="dimmed" display="block">
                  {finding.hint}
                </Text>
              )}
            </li>
          ))}
          {rest > 0 && <li>and {rest} more</li>}
        </ul>
      )}
      <Group justify="flex-end">
        <Button onClick={onOpen} data-autofocus>
          Open project
        </Button>
      </Group>
    </Stack>
  );
}

function countsText({ counts }: ImportReport): string {
  const parts = Object.entries(words)
    .filter(([kind]) => (counts[kind] ?? 0) > 0)
    .map(([kind, word]) => counted(counts[kind]!, word));
  return parts.join(', ') || 'it is empty';
}
