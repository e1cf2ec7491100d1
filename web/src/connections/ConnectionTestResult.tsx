import { Alert, Text } from '@mantine/core';
import type { ConnectionTest } from '../api/types';
import { Icon } from '../ui/Icon';
import { sentence } from '../ui/text';

interface ConnectionTestResultProps {
  name: string;
  result: ConnectionTest;
}

export function ConnectionTestResult({ name, result }: ConnectionTestResultProps) {
  const { success, message, hint, engineVersion, durationMs } = result;
  return (
    <Alert
      variant="outline"
      color={success ? 'green' : 'red'}
      role="status"
      icon={<Icon name={success ? 'idle' : 'failed'} />}
      title={success ? `${name} works` : `${name} does not work`}
      data-test-result
    >
      <Text size="sm">{sentence(message)}</Text>
      {hint && <Text size="sm">{hint}</Text>}
      <Text size="xs" c="dimmed" mt={4}>
        {[engineVersion, `${durationMs} ms`].filter(Boolean).join(' · ')}
      </Text>
    </Alert>
  );
}
