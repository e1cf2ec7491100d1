import { Text } from '@mantine/core';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';

interface LoginProblemProps {
  error: Error;
  secondsToWait: number;
}

// LoginProblem shows the neutral message of the server, which does not distinguish a wrong address from a wrong
// password. After too many attempts it shows how long to wait.
export function LoginProblem({ error, secondsToWait }: LoginProblemProps) {
  return (
    <div>
      <ProblemAlert error={error} />
      {secondsToWait > 0 && (
        <Text size="sm" mt="xs" data-wait>
          You can try again in {counted(secondsToWait, 'second')}.
        </Text>
      )}
    </div>
  );
}
