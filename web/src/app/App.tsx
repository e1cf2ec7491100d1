import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { endSession, onSignOutElsewhere } from '../shell/sessionEnd';
import { styleNonce } from './nonce';
import { newQueryClient } from './queryClient';
import { newRouter } from './router';
import { theme, variables } from './theme';

// When a call finds that the session has ended, the open page stays as it is, with everything that was typed, and asks for the
// password. Without an open page the login page does.
const queryClient = newQueryClient(() => endSession() || goToLogin());
const router = newRouter(queryClient);
onSignOutElsewhere(goToLogin);

// goToLogin discards the data of the session. The login page returns to the current address afterwards.
function goToLogin(): void {
  if (router.state.location.pathname === '/login') return;
  const next = router.state.location.href;
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'server' });
  void router.navigate({ to: '/login', search: { next }, ignoreBlocker: true });
}

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
