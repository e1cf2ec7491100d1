import { Alert, List, Text } from '@mantine/core';
import type { IdentityProviderTest } from '../api/singleSignOn';
import { Icon } from '../ui/Icon';
import { sentence } from '../ui/text';
import { Addresses } from './Addresses';

const results = { ok: 'Passed', warning: 'Warning', error: 'Failed' } as const;

// Findings are the results of a test, and what to register at the provider.
export function Findings({ test }: { test: IdentityProviderTest }) {
  return (
    <>
      <Alert
        variant="outline"
        color={test.success ? 'green' : 'red'}
        role="status"
        icon={<Icon name={test.success ? 'idle' : 'failed'} />}
        title={test.success ? 'The provider works' : 'The provider does not work'}
        data-test-result
      >
        <List size="sm" spacing={4}>
          {test.findings.map(({ check, severity, message }) => (
            <List.Item key={check}>
              <Text span size="sm" fw={600}>
                {results[severity]}:
              </Text>{' '}
              {sentence(message)}
            </List.Item>
          ))}
        </List>
      </Alert>
      <Addresses uris={test.redirectURIs} entityID={test.entityID} />
    </>
  );
}
