import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { EnvironmentOverview } from '../api/overviews';
import { ActionButton } from '../ui/ActionButton';
import { Icon } from '../ui/Icon';
import { may } from './permissions';
import { deployReason } from './runReason';

interface DeployButtonProps extends ButtonProps {
  overview: EnvironmentOverview;
}

// DeployButton leads to the pages that deploy. After a failed deployment it leads to the one that resumes it.
export function DeployButton({ overview, ...rest }: DeployButtonProps) {
  if (!may(overview, 'environment.run')) return null;
  const { failedDeployment, name } = overview;
  const params = { projectID: overview.project, environmentID: overview.id };
  const reason = deployReason(overview);
  if (reason) {
    return (
      <ActionButton reason={reason} aria-label={`Deploy to ${name}`} leftSection={<Icon name="deploy" size={15} />} {...rest}>
        Deploy
      </ActionButton>
    );
  }
  const search = failedDeployment ? { step: 'deploying' as const, run: String(failedDeployment.runID) } : {};
  return (
    <Button
      aria-label={failedDeployment ? `Resume the deployment to ${name}` : `Deploy to ${name}`}
      leftSection={<Icon name={failedDeployment ? 'devRun' : 'deploy'} size={15} />}
      renderRoot={(props) => (
        <Link {...props} to="/projects/$projectID/environments/$environmentID/deploy" params={params} search={search} />
      )}
      {...rest}
    >
      {failedDeployment ? 'Resume' : 'Deploy'}
    </Button>
  );
}
