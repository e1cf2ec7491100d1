import { NewScheduleButton } from '../schedules/NewScheduleButton';
import type { EnvironmentTabProps } from './EnvironmentPage';
import { ScheduleList } from './ScheduleList';
import { Section } from './Section';

export function SchedulesTab({ overview }: EnvironmentTabProps) {
  return (
    <Section title="Schedules" action={overview.schedules > 0 && <NewScheduleButton overview={overview} />}>
      <ScheduleList overview={overview} />
    </Section>
  );
}
