import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { branchesQuery } from '../api/commits';
import type { Project } from '../api/types';
import { shortCommit } from '../environments/DeployedCommit';
import { counted } from '../ui/text';
import { platformNames } from './platforms';
import classes from './ProjectOverview.module.css';

// ProjectFacts shows the engine and the repository of a project.
export function ProjectFacts({ project }: { project: Project }) {
  const branches = useQuery(branchesQuery(project.id)).data;
  const standard = branches?.find(({ isDefault }) => isDefault);
  return (
    <dl className={classes.facts}>
      <Fact label="Engine">{platformNames[project.platformKind]}</Fact>
      <Fact label="Repository" detail={project.gitRepo ? undefined : 'git clone works with an access token'}>
        {project.gitRepo ?? 'on this server only'}
      </Fact>
      <Fact label="Branch" detail={standard ? `at ${shortCommit(standard.commit)}` : branches && 'no commit yet'}>
        {project.gitBranch ?? standard?.name ?? 'main'}
      </Fact>
      <Fact label="Branches">{branches ? counted(branches.length, 'branch', 'branches') : '…'}</Fact>
    </dl>
  );
}

function Fact({ label, detail, children }: { label: string; detail?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {children}
        {detail && <small>{detail}</small>}
      </dd>
    </div>
  );
}
