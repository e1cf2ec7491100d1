import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EnvironmentTab } from '../app/environmentSearch';

interface EnvironmentLinkProps extends AnchorProps {
  environment: { id: string; project: string };
  tab?: EnvironmentTab;
  children: ReactNode;
}

export function EnvironmentLink({ environment, tab, children, ...rest }: EnvironmentLinkProps) {
  const params = { projectID: environment.project, environmentID: environment.id };
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link {...props} to="/projects/$projectID/environments/$environmentID" params={params} search={{ tab }} />}
      {...rest}
    >
      {children}
    </Anchor>
  );
}
