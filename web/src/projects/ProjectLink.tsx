import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface ProjectLinkProps {
  projectID: string;
  fw?: number;
  children: ReactNode;
}

// ProjectLink links to the overview of a project.
export function ProjectLink({ projectID, fw, children }: ProjectLinkProps) {
  return (
    <Anchor
      size="sm"
      fw={fw}
      renderRoot={(props) => <Link {...props} to="/projects/$projectID" params={{ projectID }} />}
    >
      {children}
    </Anchor>
  );
}
