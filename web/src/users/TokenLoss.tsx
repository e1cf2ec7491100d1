import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tokenCountQuery } from '../api/tokens';
import type { User } from '../api/types';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';

// TokenLoss says in numbers what disabling or deleting a user takes away.
export function TokenLoss({ user }: { user: User }) {
  const count = useQuery(tokenCountQuery(user.id));
  if (count.isPending) return <Skeleton height={18} width="80%" />;
  if (count.isError) return <ProblemAlert error={count.error} />;
  return (
    <Text size="sm" data-token-loss>
      Revokes <strong>{counted(count.data, 'access token')}</strong> at once. Whatever uses {count.data === 1 ? 'it' : 'them'} gets
      401 from then on.
    </Text>
  );
}
