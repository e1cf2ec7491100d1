import { UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { components } from '../api/schema.gen';
import { problemOf } from '../api/problem';
import { useSignOut } from '../api/session';
import { Icon } from '../ui/Icon';
import { Menu, MenuDivider, MenuItem } from '../ui/Menu';
import { personName } from '../ui/text';
import { announceSignOut } from './sessionEnd';
import classes from './SignedInUser.module.css';

// SignedInUser is the menu of the user: account, access tokens, git accounts, and the sign-out.
export function SignedInUser({ me }: { me: components['schemas']['Me'] }) {
  const signOut = useSignOutAndLeave();
  const name = personName(me.user);
  return (
    <>
      <Menu
        renderTarget={(props) => (
          <UnstyledButton {...props} className={classes.user} aria-label={`User menu of ${name}, ${me.organization.name}`}>
            <span className={classes.initials} aria-hidden="true">
              {initials(name)}
            </span>
            <span className={classes.names} data-names>
              <span className={classes.name}>{name}</span>
              <span className={classes.organization}>{me.organization.name}</span>
            </span>
          </UnstyledButton>
        )}
      >
        <MenuItem icon={<Icon name="account" size={16} />} renderRoot={(props) => <Link {...props} to="/account" />}>
          Account
        </MenuItem>
        <MenuItem icon={<Icon name="key" size={16} />} renderRoot={(props) => <Link {...props} to="/account" hash="tokens" />}>
          Access tokens
        </MenuItem>
        <MenuItem icon={<Icon name="branch" size={16} />} renderRoot={(props) => <Link {...props} to="/admin/git-accounts" />}>
          Git accounts
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={<Icon name="signOut" size={16} />} onClick={signOut.start}>
          Sign out
        </MenuItem>
      </Menu>
      {signOut.error && (
        <p className={classes.problem} role="alert">
          You are still signed in: {problemOf(signOut.error).message}.
        </p>
      )}
    </>
  );
}

function useSignOutAndLeave() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate, error } = useSignOut();
  const start = () =>
    mutate(undefined, {
      onSuccess: async () => {
        announceSignOut();
        await navigate({ to: '/login', search: { notice: 'signedOut' } });
        queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'server' });
      },
    });
  return { start, error };
}

function initials(name: string): string {
  const words = name.split(/\s+/).slice(0, 2);
  return words.map((word) => word.charAt(0).toUpperCase()).join('');
}
