import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../api/connections';
import type { Plan } from '../../api/plans';
import { shortCommit } from '../../environments/DeployedCommit';
import { platformNames } from '../../projects/platforms';
import { ActionButton } from '../../ui/ActionButton';
import { Icon } from '../../ui/Icon';
import { RelativeTime } from '../../ui/RelativeTime';
import { counted } from '../../ui/text';
import type { WizardContext } from '../Wizard';
import classes from './Review.module.css';

interface PlanFooterProps extends WizardContext {
  plan: Plan;
  changes: number;
  // What is missing before the plan can be deployed.
  missing: string | undefined;
  isWorking: boolean;
  onDeploy: () => void;
}

// PlanFooter stays in view: what will be deployed where, and the button.
export function PlanFooter({ plan, changes, missing, isWorking, onDeploy, environment, project, go }: PlanFooterProps) {
  const connections = useQuery(connectionsQuery).data ?? [];
  const connection = connections.find(({ id, isDefault }) => (environment.connection ? id === environment.connection : isDefault));
  const isDeployed = changes === 0 && plan.gitInfo.oid === plan.environmentState.deployedCommit;
  const isBlocked = plan.issues.stop.length > 0;
  return (
    <div className={classes.footer}>
      <div className={classes.footerFacts}>
        {connection && (
          <span>
            <strong>{connection.name}</strong> {platformNames[project.platformKind]}
          </span>
        )}
        <span>
          commit <code>{shortCommit(plan.gitInfo.oid)}</code>
        </span>
        <span>
          plan <code>{plan.id.slice(0, 8)}</code>, made <RelativeTime at={plan.createdAt} />
        </span>
      </div>
      <div className={classes.footerActions}>
        {missing && !isBlocked && (
          <Text size="sm" c="dimmed">
            {missing}
          </Text>
        )}
        <Button variant="default" onClick={() => go({ step: 'parameters' })}>
          Back
        </Button>
        {isDeployed && <Text size="sm">Nothing to deploy: {shortCommit(plan.gitInfo.oid)} is deployed.</Text>}
        {!isBlocked && !isDeployed && (
          <ActionButton reason={missing} loading={isWorking} onClick={onDeploy} leftSection={<Icon name="deploy" size={16} />} data-deploy>
            {changes === 0 ? 'Deploy without changes' : `Deploy ${counted(changes, 'change')}`}
          </ActionButton>
        )}
      </div>
    </div>
  );
}
