import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type DeploymentRun, useResumeDeployment } from '../api/deployments';
import type { Plan } from '../api/plans';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { ProblemAlert } from '../ui/ProblemAlert';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import { changesOf, lossKey, lossNumber, lossesOf } from './review/changes';
import type { WizardContext } from './Wizard';

interface ResumeDeploymentProps extends WizardContext {
  progress: DeploymentRun;
  plan: Plan | undefined;
}

// ResumeDeployment starts a run of the steps that are left. It asks again if they destroy data.
export function ResumeDeployment({ progress: { run, steps }, plan, environment, go }: ResumeDeploymentProps) {
  const resume = useResumeDeployment();
  const [isAsking, setAsking] = useState(false);
  const left = steps.filter(({ runState }) => runState !== 'complete');
  const remaining = new Set(left.map(({ nodeID }) => nodeID));
  const losses = plan ? lossesOf(changesOf(plan)).filter(({ change }) => remaining.has(change.nodeID)) : [];

  function start() {
    const confirmDestructive = losses.length > 0;
    resume.mutate(
      { environmentID: environment.id, runID: String(run.id), confirmDestructive },
      {
        onSuccess: (next) => {
          announce(`Deployment ${next} is started`);
          go({ step: 'deploying', run: String(next) });
        },
      },
    );
  }

  return (
    <>
      <Button
        leftSection={<Icon name="devRun" size={15} />}
        loading={resume.isPending}
        onClick={() => (losses.length > 0 ? setAsking(true) : start())}
      >
        Resume {counted(left.length, 'step')}
      </Button>
      {resume.error && !isAsking && <ProblemAlert error={resume.error} />}
      <ConfirmDialog
        opened={isAsking}
        title="Resume the deployment?"
        action={`Resume ${counted(left.length, 'step')}`}
        error={resume.error}
        isWorking={resume.isPending}
        onConfirm={start}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">The steps that are left destroy data that exists nowhere else:</Text>
        {losses.map((loss) => (
          <Text key={lossKey(loss)} size="sm" fw={600}>
            {loss.change.title}
            {loss.column ? `.${loss.column}` : ''}: {lossNumber(loss)}
          </Text>
        ))}
      </ConfirmDialog>
    </>
  );
}
