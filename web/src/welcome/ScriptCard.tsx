import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { curlLine } from '../api/curl';
import { serverQuery } from '../api/server';
import { useCreateToken } from '../api/tokens';
import { GenerateTokenDialog } from '../tokens/GenerateTokenDialog';
import { CopyableText } from '../ui/CopyableText';
import { Icon } from '../ui/Icon';
import classes from './Welcome.module.css';

// ScriptCard generates a token in place and shows what to do with it.
export function ScriptCard({ runID }: { runID?: number }) {
  const create = useCreateToken();
  const [isGenerating, setGenerating] = useState(false);
  const server = useQuery(serverQuery).data;
  const baseURL = server?.baseURL ?? window.location.origin;
  const path = runID === undefined ? '/api/v1/environments' : `/api/v1/runs/${runID}`;
  return (
    <section className={classes.box} aria-labelledby="script">
      <div className={classes.boxHead}>
        <span className={classes.taskIcon}>
          <Icon name="key" size={17} />
        </span>
        <div>
          <Title order={2} size="h4" id="script">
            Use it from a script
          </Title>
          <Text size="sm" c="dimmed">
            A token gives a script your permissions. The Deploy page lists your tokens.
          </Text>
        </div>
        <Button variant="default" leftSection={<Icon name="key" size={15} />} onClick={() => setGenerating(true)}>
          Generate Access Token
        </Button>
      </div>
      <CopyableText label="With curl" text={curlLine({ baseURL, path })} copyLabel="Copy curl line" />
      <Text size="sm" c="dimmed">
        On the command line: <code>millrace login {baseURL}</code>
      </Text>
      <GenerateTokenDialog opened={isGenerating} create={create} onClose={() => setGenerating(false)} />
    </section>
  );
}
