import { DeploymentList } from './DeploymentList';
import type { EnvironmentTabProps } from './EnvironmentPage';
import { Section } from './Section';

export function HistoryTab({ overview }: EnvironmentTabProps) {
  return (
    <Section title="Deployments">
      <DeploymentList overview={overview} />
    </Section>
  );
}
