import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tokenCountQuery } from '../api/tokens';
import type { User } from '../api/types';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';

// RevokedTokensNotice shows how many tokens are revoked when a user is disabled or deleted.
export function RevokedTokensNotice({ user }: { user: User }) {
  const count = useQuery(tokenCountQuery(user.id));
  if (count.isPending) return <Skeleton height={18} width="80%" />;
  if (count.isError) return <ProblemAlert error={count.error} />;
  return (
    <Text size="sm" data-token-loss>
      Revokes <strong>{counted(count.data, 'access token')}</strong> at once. Clients that use {count.data === 1 ? 'it' : 'them'} get
      401 from then on.
    </Text>
  );
}
