import { ActionIcon } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { components } from '../api/schema.gen';
import { useSignOut } from '../api/session';
import { Icon } from '../ui/Icon';
import { personName } from '../ui/text';
import classes from './SignedInUser.module.css';

// SignedInUser links to the account page and has the sign-out button.
export function SignedInUser({ me }: { me: components['schemas']['Me'] }) {
  const signOut = useSignOutAndLeave();
  const name = personName(me.user);
  return (
    <div className={classes.row}>
      <Link to="/account" className={classes.user} aria-label={`Account of ${name}, ${me.organization.name}`}>
        <span className={classes.initials} aria-hidden="true">
          {initials(name)}
        </span>
        <span className={classes.names} data-names>
          <span className={classes.name}>{name}</span>
          <span className={classes.organization}>{me.organization.name}</span>
        </span>
      </Link>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Sign out" title="Sign out" onClick={signOut}>
        <Icon name="signOut" />
      </ActionIcon>
    </div>
  );
}

function useSignOutAndLeave(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  return () =>
    signOut.mutate(undefined, {
      onSuccess: async () => {
        await navigate({ to: '/login', search: { notice: 'signedOut' } });
        queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'server' });
      },
    });
}

function initials(name: string): string {
  const words = name.split(/\s+/).slice(0, 2);
  return words.map((word) => word.charAt(0).toUpperCase()).join('');
}
