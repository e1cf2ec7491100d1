import { Anchor, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { meQuery } from '../api/session';
import type { NewProjectSource } from '../app/search';
import { Icon, type IconName } from '../ui/Icon';
import classes from './Welcome.module.css';

const ways: { source: NewProjectSource; icon: IconName; title: string; detail: string; action: string }[] = [
  { source: 'git', icon: 'branch', title: 'Import from git', detail: 'reports what was understood, and what not', action: 'Import' },
  { source: 'upload', icon: 'deploy', title: 'Upload a folder', detail: 'a zip or tar.gz of the project files', action: 'Upload' },
  { source: 'blank', icon: 'plus', title: 'Start blank', detail: 'choose an engine, then add nodes', action: 'Create' },
];

// OwnProject leads to a new project, or says whom to ask for one.
export function OwnProject() {
  const me = useSuspenseQuery(meQuery).data;
  const mayCreate = me.permissions.includes('projects.create');
  return (
    <section className={classes.box} aria-labelledby="own-project">
      <Title order={2} size="h4" id="own-project">
        Your own project
      </Title>
      {!mayCreate && (
        <Text size="sm" c="dimmed">
          Your role does not include creating projects. Ask an administrator of {me.organization.name}.
        </Text>
      )}
      {mayCreate && (
        <ul className={classes.ways}>
          {ways.map(({ source, icon, title, detail, action }) => (
            <li key={source}>
              <Icon name={icon} size={18} />
              <div>
                {title}
                <Text size="xs" c="dimmed">
                  {detail}
                </Text>
              </div>
              <Anchor size="sm" aria-label={`${action}: ${title}`} renderRoot={(props) => <Link {...props} to="/projects" search={{ new: source }} />}>
                {action}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
