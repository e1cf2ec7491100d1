import type { EnvironmentTabProps } from './EnvironmentPage';
import { ScheduleList } from './ScheduleList';
import { Section } from './Section';

export function SchedulesTab({ overview }: EnvironmentTabProps) {
  return (
    <Section title="Schedules">
      <ScheduleList overview={overview} />
    </Section>
  );
}
