import { Alert, Button, Group, Text } from '@mantine/core';
import type { DeploymentRun } from '../api/deployments';
import type { Plan } from '../api/plans';
import { useStartRefresh } from '../api/refreshes';
import { EnvironmentLink } from '../environments/EnvironmentLink';
import { RunButton } from '../environments/RunButton';
import { RunLink, useRunOpener } from '../environments/RunLink';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { sentence } from '../ui/text';
import { ResumeDeployment } from './ResumeDeployment';
import type { WizardContext } from './Wizard';

interface DeployResultProps extends WizardContext {
  progress: DeploymentRun;
  plan: Plan | undefined;
}

// DeployResult says how the deployment goes, and what to do next.
export function DeployResult({ progress, plan, ...context }: DeployResultProps) {
  const { run } = progress;
  switch (run.runStatus) {
    case 'completed':
      return <Completed run={run.id} {...context} />;
    case 'failed':
    case 'canceled':
      return (
        <Alert
          variant="outline"
          color="red"
          role="alert"
          icon={<Icon name="failed" />}
          title={run.runStatus === 'failed' ? 'The deployment failed' : 'The deployment was canceled'}
          data-result={run.runStatus}
        >
          <Text size="sm">
            {run.runFailureReason ? `${sentence(run.runFailureReason)} ` : ''}
            <RunLink runID={run.id}>Run {run.id}</RunLink> has the details. What is complete stays deployed.
          </Text>
          <Group gap="sm" mt="sm">
            <ResumeDeployment progress={progress} plan={plan} {...context} />
            <Button variant="default" onClick={() => context.go({ step: 'commit', plan: undefined, run: undefined })}>
              Deploy another commit
            </Button>
          </Group>
        </Alert>
      );
    default:
      return (
        <Text role="status">
          {run.runStatus === 'running' ? 'The deployment is running' : 'The deployment waits to run'} as <RunLink runID={run.id}>run {run.id}</RunLink>. You
          can leave this page.
        </Text>
      );
  }
}

function Completed({ run, environment, overview }: WizardContext & { run: number }) {
  const start = useStartRefresh();
  const open = useRunOpener();
  return (
    <Alert variant="outline" color="green" icon={<Icon name="idle" />} title={`Deployed to ${environment.name}`} data-result="completed">
      <Text size="sm">
        <RunLink runID={run}>Run {run}</RunLink> is complete. New and changed nodes have no new rows until they are refreshed.
      </Text>
      <Group gap="sm" mt="sm">
        <RunButton overview={overview} start={start} onStarted={open} />
        <EnvironmentLink environment={overview} fz="sm">
          Go to {environment.name}
        </EnvironmentLink>
      </Group>
      {start.error && <ProblemAlert error={start.error} />}
    </Alert>
  );
}
