import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { jobRunsQuery } from '../api/jobs';
import type { Project, RunInfo } from '../api/types';
import { EnvironmentLink } from '../environments/EnvironmentLink';
import { RunLink } from '../environments/RunLink';
import tones from '../environments/tones.module.css';
import { runLook } from '../runs/status';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { useRows } from '../ui/useRows';
import classes from './Jobs.module.css';
import { type ProjectJob, isSame, selectorText } from './projectJobs';

export function JobTable({ project, jobs }: { project: Project; jobs: ProjectJob[] }) {
  const [rows, more] = useRows(jobs);
  const runs = useQuery(jobRunsQuery(project.id)).data?.data ?? [];
  return (
    <Panel label="Jobs">
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Job</Table.Th>
            <Table.Th>Edited in</Table.Th>
            <Table.Th>Deployed in</Table.Th>
            <Table.Th>Last run</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((job) => (
            <JobRow key={job.id} project={project} job={job} run={runs.find(({ runDetails }) => String(runDetails.jobID) === job.id)} />
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}

function JobRow({ project, job, run }: { project: Project; job: ProjectJob; run: RunInfo | undefined }) {
  const shown = job.drafts[0]?.job ?? job.deployed[0]?.job;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Text size="sm" fw={600}>
          {job.name}
        </Text>
        {shown && <code className={classes.selector}>{selectorText(shown)}</code>}
      </Table.Th>
      <Table.Td>
        <ul className={classes.places}>
          {job.drafts.map(({ workspace }) => (
            <li key={workspace.id}>
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/projects/$projectID/workspaces/$workspaceID/jobs/$jobID"
                    params={{ projectID: project.id, workspaceID: workspace.id, jobID: job.id }}
                    aria-label={`Open ${job.name} in ${workspace.name}`}
                  />
                )}
              >
                {workspace.name}
              </Anchor>
            </li>
          ))}
          {job.drafts.length === 0 && <li className={classes.none}>no workspace</li>}
        </ul>
      </Table.Td>
      <Table.Td>
        <ul className={classes.places}>
          {job.deployed.map(({ environment, job: deployed }) => (
            <li key={environment.id}>
              <EnvironmentLink environment={environment}>{environment.name}</EnvironmentLink>
              {job.drafts.length > 0 && !job.drafts.some((draft) => isSame(draft.job, deployed)) && (
                <span className={tones.chip} data-tone="warning">
                  differs
                </span>
              )}
            </li>
          ))}
          {job.deployed.length === 0 && <li className={classes.none}>not deployed</li>}
        </ul>
      </Table.Td>
      <Table.Td>
        {run ? (
          <Text size="sm">
            <RunLink runID={run.id}>{run.id}</RunLink>{' '}
            <span className={tones.text} data-tone={runLook(run).tone}>
              {runLook(run).label}
            </span>
            {run.createdAt && (
              <Text component="span" display="block" size="xs" c="dimmed">
                <RelativeTime at={run.createdAt} />
              </Text>
            )}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            never
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
