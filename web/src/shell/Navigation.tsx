import { ActionIcon } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { meQuery } from '../api/session';
import { ColorSchemeChoice } from '../ui/ColorSchemeChoice';
import { Icon } from '../ui/Icon';
import { Wordmark } from '../ui/Wordmark';
import classes from './Navigation.module.css';
import { NavigationLinks } from './NavigationLinks';
import { SignedInUser } from './SignedInUser';

interface NavigationProps {
  // Whether only icons with small words are shown, to leave the width to a work surface.
  isFolded: boolean;
}

export function Navigation({ isFolded }: NavigationProps) {
  const me = useSuspenseQuery(meQuery).data;
  const [isOpen, setOpen] = useOpenUntilNavigation();
  return (
    <nav aria-label="Main" className={classes.side} data-open={isOpen || undefined} data-folded={isFolded || undefined}>
      <div className={classes.top}>
        <Link to="/projects" className={classes.home} aria-label="Millrace, to the projects">
          <Wordmark />
        </Link>
        <ActionIcon
          className={classes.toggle}
          variant="default"
          size="lg"
          aria-label="Menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
        </ActionIcon>
      </div>
      <div className={classes.body}>
        <div className={classes.links}>
          <NavigationLinks
            isAdministrator={me.user.organizationRole === 'organizationAdministrator'}
            isOperator={me.isOperator === true}
          />
        </div>
        <div className={classes.foot}>
          <div className={classes.settings}>
            <ColorSchemeChoice />
          </div>
          <SignedInUser me={me} />
        </div>
      </div>
    </nav>
  );
}

// In a narrow window a button shows the links, and following a link hides them again.
function useOpenUntilNavigation() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  return [isOpen, setOpen] as const;
}
