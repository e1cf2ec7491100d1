import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { EnvironmentOverview } from '../api/overviews';
import { may } from '../environments/permissions';
import { Icon } from '../ui/Icon';

interface NewScheduleButtonProps {
  overview: EnvironmentOverview;
  job?: string;
}

// NewScheduleButton opens the form with the environment filled in. It is absent for users who may not run there.
export function NewScheduleButton({ overview, job }: NewScheduleButtonProps) {
  if (!may(overview, 'environment.run')) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name="plus" size={14} />}
      renderRoot={(props) => <Link {...props} to="/schedules/new" search={{ environment: overview.id, job }} />}
    >
      New schedule
    </Button>
  );
}
