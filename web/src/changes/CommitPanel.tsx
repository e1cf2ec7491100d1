import { Button, Text, Textarea, Title } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Commit } from '../api/commits';
import { meQuery } from '../api/session';
import { useCommit } from '../api/workspaceGit';
import { shortCommit } from '../environments/DeployedCommit';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted, personName } from '../ui/text';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';
import { DiscardDialog } from './DiscardDialog';
import { type ChangeItem, countsText } from './items';
import { NextDeploy } from './NextDeploy';
import { RecentCommits } from './RecentCommits';
import { ValidationNotice } from './ValidationNotice';

interface CommitPanelProps extends ChangesContext {
  items: ChangeItem[];
  onCommit: (commit: Commit) => void;
}

// CommitPanel commits all changes of the workspace; then it leads to the deployment.
export function CommitPanel({ items, onCommit, ...context }: CommitPanelProps) {
  const { committed, mayEdit, project, workspace } = context;
  // The form is gone when the commit is made, so the panel has the mutation.
  const commit = useCommit({ projectID: project.id, workspaceID: workspace.id });
  const [doomed, setDoomed] = useState<ChangeItem[]>();

  function send(message: string) {
    commit.mutate(message, {
      onSuccess: (made) => {
        announce(`Committed ${counted(items.length, 'change')}`);
        onCommit(made);
      },
    });
  }

  return (
    <section className={classes.panel} aria-label="Commit and deploy">
      {items.length > 0 && mayEdit && (
        <div className={`${classes.part} ${classes.wideOnly}`}>
          <CommitForm items={items} commit={commit} onSend={send} onDiscard={() => setDoomed(items)} {...context} />
        </div>
      )}
      {committed && items.length === 0 && (
        <div className={classes.notice} data-tone="idle" role="status">
          <Icon name="idle" size={16} />
          <span>
            Committed <code>{shortCommit(committed.oid)}</code> to {workspace.branch}: {committed.message.split('\n', 1)[0]}
          </span>
        </div>
      )}
      <NextDeploy {...context} hasChanges={items.length > 0} />
      <RecentCommits {...context} />
      <DiscardDialog items={doomed} onClose={() => setDoomed(undefined)} {...context} />
    </section>
  );
}

interface CommitFormProps extends ChangesContext {
  items: ChangeItem[];
  commit: ReturnType<typeof useCommit>;
  onSend: (message: string) => void;
  onDiscard: () => void;
}

function CommitForm({ items, commit, onSend, onDiscard, ...context }: CommitFormProps) {
  const { workspace } = context;
  const me = useSuspenseQuery(meQuery).data;
  const [message, setMessage] = useState('');
  const reason = commitReason(context, message);

  function send() {
    if (!reason) onSend(message);
  }

  const firstLine = message.split('\n', 1)[0] ?? '';
  return (
    <>
      <div>
        <Title order={2} size="h4">
          Commit
        </Title>
        <Text size="sm" c="dimmed">
          {countsText(items)}, to {workspace.branch}
        </Text>
      </div>
      <Textarea
        label="Message"
        description={`${personName(me.user)}, unless a git account is linked`}
        placeholder="Orders have a discount"
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', send]])}
        maxLength={10_000}
        autosize
        minRows={4}
        id="commit-message"
      />
      {firstLine.length > 72 && (
        <Text size="xs" c="dimmed">
          The first line has {firstLine.length} characters; 72 fit in most lists.
        </Text>
      )}
      <ValidationNotice workspace={workspace} />
      {commit.error && <ProblemAlert error={commit.error} />}
      <ActionButton reason={reason} loading={commit.isPending} leftSection={<Icon name="check" size={16} />} onClick={send}>
        Commit {counted(items.length, 'change')}
      </ActionButton>
      {reason && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      {items.length > 1 && (
        <Button variant="subtle" color="red" size="compact-sm" onClick={onDiscard}>
          Discard all {items.length} changes
        </Button>
      )}
    </>
  );
}

function commitReason({ git, exchange }: ChangesContext, message: string): string | undefined {
  if (exchange.conflicts.length > 0) return 'Resolve the conflicts first: the branch has other commits.';
  if (git.incoming.length > 0) return `Pull first: the branch has ${counted(git.incoming.length, 'commit')} that this workspace does not have.`;
  return message.trim() === '' ? 'Write a message that says what changes and why.' : undefined;
}
