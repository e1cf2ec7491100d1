import { Button, Group, NativeSelect, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { branchesQuery } from '../api/commits';
import { useUpdateProject } from '../api/projectImport';
import { projectQuery } from '../api/projects';
import type { Project } from '../api/types';
import { Section } from '../environment/Section';
import { announce } from '../ui/announce';
import { type Fields, submitted } from '../ui/form';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useMayInProject } from './permissions';
import { ProjectGitAccount } from './ProjectGitAccount';

const route = getRouteApi('/signedIn/projects/$projectID/settings');

// ProjectSettingsPage edits what a project is called and where its repository is, and exports its files.
export function ProjectSettingsPage() {
  const { projectID } = route.useParams();
  const project = useSuspenseQuery(projectQuery(projectID)).data;
  const mayUpdate = useMayInProject(projectID)('project.update');
  return (
    <Stack gap="xl" maw={760}>
      <ProjectForm key={JSON.stringify(project)} project={project} mayUpdate={mayUpdate} />
      {project.gitRepo && <ProjectGitAccount project={project} />}
      <ExportSection project={project} />
    </Stack>
  );
}

function ProjectForm({ project, mayUpdate }: { project: Project; mayUpdate: boolean }) {
  const update = useUpdateProject(project.id);

  function submit({ name = '', description, gitRepo = '', gitBranch = '' }: Fields) {
    const body = { name: name.trim(), description: description || null, gitRepo: gitRepo.trim() || null, gitBranch: gitBranch.trim() || null };
    update.mutate(body, { onSuccess: () => announce('The settings are saved') });
  }

  return (
    <Section title="Project and repository">
      <form onSubmit={submitted(submit)}>
        <Stack>
          <TextInput name="name" label="Name" defaultValue={project.name} required maxLength={200} readOnly={!mayUpdate} />
          <Textarea name="description" label="Description" defaultValue={project.description} maxLength={10_000} rows={2} readOnly={!mayUpdate} />
          <TextInput
            name="gitRepo"
            label="Remote repository"
            description="https://…, ssh://…, or a folder of the server that its settings allow. Empty: the repository is on this server only."
            defaultValue={project.gitRepo}
            maxLength={2000}
            readOnly={!mayUpdate}
          />
          <TextInput
            name="gitBranch"
            label="Branch"
            description="The branch of new workspaces, and the one that environments are compared with. Empty: main."
            defaultValue={project.gitBranch}
            maxLength={200}
            readOnly={!mayUpdate}
          />
          {update.error && <ProblemAlert error={update.error} />}
          {mayUpdate ? (
            <Group justify="flex-end">
              <Button type="submit" loading={update.isPending}>
                Save
              </Button>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              Your roles do not include changing this project.
            </Text>
          )}
        </Stack>
      </form>
    </Section>
  );
}

// ExportSection downloads the files of a branch.
function ExportSection({ project }: { project: Project }) {
  const branches = useQuery(branchesQuery(project.id)).data ?? [];
  return (
    <Section title="Export">
      {branches.length === 0 ? (
        <Text size="sm" c="dimmed">
          The project has no commits to export.
        </Text>
      ) : (
        <form action={`/api/v1/projects/${project.id}/archive`} method="get">
          <Group align="flex-end">
            <NativeSelect
              name="ref"
              label="Branch"
              description="The files of its newest commit as a zip archive."
              defaultValue={branches.find(({ isDefault }) => isDefault)?.name}
              data={branches.map(({ name }) => name)}
            />
            <Button type="submit" variant="default" leftSection={<Icon name="pull" size={16} />}>
              Download
            </Button>
          </Group>
        </form>
      )}
    </Section>
  );
}
